import { memo } from "react";
import type { Stay } from "../../components/bookings/stay.ts";
import { isWeekend } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { priceFrom } from "../../components/price-words.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { CalendarRental, Market } from "./rentals.ts";
import { dayWidth } from "./sizes.ts";

interface NightProps {
  readonly rental: CalendarRental;
  readonly begin: number;
  readonly today: number;
  readonly day: number;
  /** The stay that takes the night. */
  readonly stay: Stay | undefined;
  /** Whether a stay ends on that day. */
  readonly isLeaving: boolean;
  readonly market: Market | undefined;
  readonly formats: Formats;
  readonly isMarked: boolean;
  readonly isAt: boolean;
}

/** A night of a rental, with its price when free. */
export const Night = memo(function Night(props: NightProps) {
  const { rental, begin, today, day, stay, isLeaving, market, formats, isMarked, isAt } = props;
  const { t } = useI18n();
  const { rate, minimum, isClosed } = nightOf(market, day);
  const isPast = day < today;
  const isFree = !stay && !isPast && rate !== undefined;
  const classes = [
    "night",
    isWeekend(day) && "weekend",
    day === today && "today",
    isPast && "past",
    isMarked && "marked",
    isFree && isClosed && "closed",
    isLeaving && "leaving",
    isAt && "at",
  ];
  return (
    <div
      id={`cell-${rental.id}-${day}`}
      role="gridcell"
      data-day={day}
      aria-colindex={day - begin + 2}
      aria-selected={isMarked}
      aria-describedby={isAt && stay ? "stay-card" : undefined}
      aria-label={[
        rental.name,
        formats.date(day),
        stay ? t(`calendar.states.${stay.state}`) : t("calendar.free"),
        stay?.guest,
        isFree && priceFrom(formats.money(rate, rental.currency), Number(minimum ?? 1), t),
        isFree && isClosed && t("calendar.closedArrival"),
      ]
        .filter(Boolean)
        .join(", ")}
      className={classes.filter(Boolean).join(" ")}
      style={{ left: `calc(var(--names) + ${(day - begin) * dayWidth}px)` }}
    >
      {isFree && (
        <>
          <span className="rate">{formats.rounded(rate)}</span>
          {Number(minimum) > 1 && <span className="minimum">{minimum}+</span>}
        </>
      )}
    </div>
  );
});

/** The rate, minimum stay and closure of a night; empty where the maps have none. */
function nightOf(market: Market | undefined, day: number) {
  if (!market) return {};
  const rate = market.rates[day - market.from];
  const changeOver = market.changeOvers.map[day - market.changeOvers.from];
  return {
    rate: rate === "" || rate === "0" ? undefined : rate,
    minimum: market.minimumStays[day - market.from],
    isClosed: changeOver === "X" || changeOver === "O",
  };
}
