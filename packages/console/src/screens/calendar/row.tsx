import { memo, type MouseEvent, type PointerEvent } from "react";
import { useWords } from "../../words/words.tsx";
import { Bar } from "./bar.tsx";
import { type Cursor, nightsOf } from "./cursor.ts";
import { isWeekend } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import { dayWidth } from "./sizes.ts";
import type { CalendarRental, Market } from "./rentals.ts";
import { type Stay, stayAt } from "./stays.ts";

interface RowProps {
  readonly rental: CalendarRental;
  readonly index: number;
  /** Pixels from the top. */
  readonly top: number;
  /** The first day of the grid, and those that are drawn. */
  readonly begin: number;
  readonly inSight: { readonly first: number; readonly last: number };
  readonly today: number;
  readonly stays: readonly Stay[] | undefined;
  readonly market: Market | undefined;
  readonly formats: Formats;
  readonly cursor: Cursor | undefined;
  readonly point: (cursor: Cursor) => void;
  readonly enter: (cursor: Cursor) => void;
  readonly open: (stay: Stay) => void;
}

/** A rental: its name, its nights with their prices, and its stays over them. */
export const Row = memo(function Row(props: RowProps) {
  const { rental, index, top, begin, inSight, stays, formats, cursor, open } = props;
  const shown = Array.from({ length: inSight.last - inSight.first + 1 }, (_, place) => inSight.first + place);
  const drawn = stays?.filter(({ arrival, departure }) => departure >= inSight.first && arrival <= inSight.last) ?? [];
  return (
    <div className="row" role="row" aria-rowindex={index + 2} style={{ top }} {...useMarking(props)}>
      <div className="name" role="rowheader" aria-colindex={1} title={rental.name}>
        {rental.name}
      </div>
      {shown.map((day) => (
        <Night key={day} {...props} day={day} isMarked={isMarked(cursor, day)} />
      ))}
      {drawn.map((stay) => (
        <Bar key={stay.id} stay={stay} begin={begin} formats={formats} open={open} />
      ))}
    </div>
  );
});

function isMarked(cursor: Cursor | undefined, day: number): boolean {
  if (!cursor) return false;
  const { arrival, departure } = nightsOf(cursor);
  return arrival <= day && day < departure;
}

/** Nights are marked by dragging over them; letting go asks what the stay costs. */
function useMarking({ index, begin, cursor, point, enter }: RowProps) {
  const dayUnder = ({ currentTarget, clientX }: MouseEvent): number => {
    const first = currentTarget.querySelector<HTMLElement>("[data-day]");
    if (!first) return begin;
    return Number(first.dataset.day) + Math.floor((clientX - first.getBoundingClientRect().left) / dayWidth);
  };
  const isNight = ({ target }: MouseEvent): boolean =>
    target instanceof Element && target.closest("[data-day]") !== null;
  return {
    onPointerDown(event: PointerEvent) {
      // A finger that scrolls marks nothing: a tap does, when it is lifted.
      if (event.button !== 0 || event.pointerType === "touch" || !isNight(event)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const day = dayUnder(event);
      point({ row: index, day, anchor: day });
    },
    onPointerMove(event: PointerEvent) {
      if (!cursor || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const day = dayUnder(event);
      if (day !== cursor.day) point({ ...cursor, day });
    },
    onPointerUp(event: PointerEvent) {
      if (!cursor || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      event.currentTarget.releasePointerCapture(event.pointerId);
      enter(cursor);
    },
    onClick(event: MouseEvent) {
      const { nativeEvent } = event;
      const isTap = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === "touch";
      if (!isTap || !isNight(event)) return;
      const day = dayUnder(event);
      const tapped = { row: index, day, anchor: day };
      point(tapped);
      enter(tapped);
    },
  };
}

interface NightProps extends RowProps {
  readonly day: number;
  readonly isMarked: boolean;
}

function Night({ rental, begin, today, day, stays, market, formats, cursor, isMarked: marked }: NightProps) {
  const { words } = useWords();
  const stay = stayAt(stays, day);
  const { rate, minimum, isClosed } = nightOf(market, day);
  const isPast = day < today;
  const isFree = !stay && !isPast && rate !== undefined;
  const classes = [
    "night",
    isWeekend(day) && "weekend",
    day === today && "today",
    isPast && "past",
    marked && "marked",
  ];
  if (isFree && isClosed) classes.push("closed");
  if (stays?.some(({ departure }) => departure === day)) classes.push("leaving");
  if (cursor?.day === day) classes.push("at");
  return (
    <div
      id={`cell-${rental.id}-${day}`}
      role="gridcell"
      data-day={day}
      aria-colindex={day - begin + 2}
      aria-selected={marked}
      aria-label={[
        rental.name,
        formats.date(day),
        stay ? words.calendar.states[stay.state] : words.calendar.free,
        stay?.guest,
        isFree && words.calendar.from(formats.money(rate, rental.currency), Number(minimum ?? 1)),
        isFree && isClosed && words.calendar.closedArrival,
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
}

/** What the maps say of a night; nothing where they end or hold no price. */
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
