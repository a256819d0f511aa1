import { memo } from "react";
import type { Stay } from "../../../components/bookings/stay.ts";
import { isWeekend } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { priceFrom } from "../../../components/price-words.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type CalendarRental, type Market, minimumStayOf } from "../rentals.ts";
import type { Gap } from "./gaps.ts";
import styles from "./night.module.css";
import { dayWidth } from "./sizes.ts";

interface NightProps {
  readonly rental: CalendarRental;
  readonly begin: number;
  readonly today: number;
  readonly day: number;
  /** The stay that takes the night. */
  readonly stay: Stay | undefined;
  /** Whether the bookings of its month are still being read. */
  readonly isUnknown: boolean;
  /** The gap that the night is part of. */
  readonly gap: Gap | undefined;
  /** Whether a stay ends on that day. */
  readonly isLeaving: boolean;
  readonly market: Market | undefined;
  readonly formats: Formats;
  readonly isMarked: boolean;
  readonly isAt: boolean;
}

/** A night of a rental, with its price when free. A night is never free before its bookings are known. */
export const Night = memo(function Night(props: NightProps) {
  const { rental, begin, day, stay, isMarked, isAt } = props;
  const { t } = useI18n();
  const face = faceOf(props);
  const { isFree, isHidden, price, minimum } = face;
  const isGap = isFree && props.gap !== undefined;
  const state = stay ? t(`calendar.states.${stay.state}`) : isHidden ? t("calendar.unknown") : t("calendar.free");
  return (
    <div
      id={`cell-${rental.id}-${day}`}
      role="gridcell"
      data-day={day}
      data-gap={isGap || undefined}
      aria-colindex={day - begin + 2}
      aria-selected={isMarked}
      aria-describedby={isAt && stay ? "stay-card" : undefined}
      aria-label={[
        rental.name,
        props.formats.date(day),
        state,
        stay?.guest,
        // The visible price, so that voice control finds what the person reads (WCAG 2.5.3).
        isFree && priceFrom(`${price} ${rental.currency}`, minimum, t),
        isGap && t("calendar.gap"),
        face.isClosed && t("calendar.closedArrival"),
        face.isClosedToDeparture && t("calendar.closedDeparture"),
      ]
        .filter(Boolean)
        .join(", ")}
      className={classesOf(props, face)}
      style={{ left: `calc(var(--names) + ${(day - begin) * dayWidth}px)` }}
      {...(isFree && minimum > 1 ? { "data-minimum": `${minimum}+` } : {})}
    >
      {price}
    </div>
  );
});

interface Face {
  /** Whether its bookings are not known yet. */
  readonly isHidden: boolean;
  readonly isFree: boolean;
  /** To arrivals. */
  readonly isClosed: boolean;
  readonly isClosedToDeparture: boolean;
  /** As shown; empty unless free. */
  readonly price: string;
  readonly minimum: number;
}

function faceOf({ rental, day, stay, isUnknown, isLeaving, today, market, formats }: NightProps): Face {
  const { rate, changeOver } = nightOf(market, day);
  const minimum = minimumStayOf(rental, market, day);
  const isFree = !stay && !isUnknown && day >= today && rate !== undefined;
  return {
    ...{
      isFree,
      minimum,
      isHidden: isUnknown && !stay,
      isClosed: isFree && (changeOver === "X" || changeOver === "O"),
    },
    // No other guest can depart after a taken night.
    isClosedToDeparture: isFree && !isLeaving && (changeOver === "X" || changeOver === "I"),
    price: isFree ? formats.rounded(rate) : "",
  };
}

function classesOf({ day, today, gap, isMarked, isLeaving, isAt }: NightProps, face: Face): string {
  const classes = [
    styles.night,
    isWeekend(day) && styles.weekend,
    day === today && styles.today,
    day < today && styles.past,
    face.isClosed && styles.closed,
    face.isClosedToDeparture && styles.shut,
    face.isFree && gap && styles.gap,
    face.isHidden && styles.unknown,
    isMarked && styles.marked,
    isLeaving && styles.leaving,
    isAt && styles.at,
  ];
  return classes.filter(Boolean).join(" ");
}

/** The rate of a night and the change-over of its day; empty where the maps have none. */
function nightOf(market: Market | undefined, day: number) {
  if (!market) return {};
  const rate = market.rates[day - market.from];
  return {
    rate: rate === "" || rate === "0" ? undefined : rate,
    changeOver: market.changeOvers.map[day - market.changeOvers.from],
  };
}
