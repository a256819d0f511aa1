import { type MouseEvent, memo, type PointerEvent } from "react";
import type { Stay } from "../../components/bookings/stay.ts";
import type { Formats } from "../../components/formats.ts";
import { Bar } from "./bar.tsx";
import { type Cursor, nightsOf } from "./cursor.ts";
import type { StayDrag } from "./drag.ts";
import { Night } from "./night.tsx";
import type { CalendarRental, Market } from "./rentals.ts";
import { dayWidth } from "./sizes.ts";
import { stayAt } from "./stays.ts";

interface RowProps {
  readonly rental: CalendarRental;
  readonly index: number;
  /** Pixels from the top. */
  readonly top: number;
  /** The grid's first day, and the rendered days. */
  readonly begin: number;
  readonly inSight: { readonly first: number; readonly last: number };
  readonly today: number;
  readonly stays: readonly Stay[] | undefined;
  readonly market: Market | undefined;
  readonly formats: Formats;
  readonly cursor: Cursor | undefined;
  /** A stay that would be dropped in this row, and the id of this rental's dragged stay. */
  readonly drag: StayDrag | undefined;
  readonly dragged: number | undefined;
  readonly point: (cursor: Cursor) => void;
  readonly enter: (cursor: Cursor) => void;
  readonly open: (stay: Stay) => void;
  readonly take: (event: PointerEvent, stay: Stay) => void;
  readonly hover: (stay: Stay | undefined) => void;
}

/** A rental's row: name, nights with prices, and stays. */
export const Row = memo(function Row(props: RowProps) {
  const {
    rental,
    index,
    top,
    begin,
    today,
    inSight,
    market,
    formats,
    stays,
    cursor,
    drag,
    dragged,
    open,
    take,
    hover,
  } = props;
  const shown = Array.from({ length: inSight.last - inSight.first + 1 }, (_, offset) => inSight.first + offset);
  const drawn = stays?.filter(({ arrival, departure }) => departure >= inSight.first && arrival <= inSight.last) ?? [];
  return (
    <div className="row" role="row" aria-rowindex={index + 2} style={{ top }} {...useMarking(props)}>
      <div className="name" role="rowheader" aria-colindex={1} title={rental.name}>
        {rental.name}
      </div>
      {shown.map((day) => (
        <Night
          key={day}
          {...{ rental, begin, today, day, market, formats }}
          stay={stayAt(drawn, day)}
          isLeaving={drawn.some(({ departure }) => departure === day)}
          isMarked={isMarked(cursor, day)}
          isAt={cursor?.day === day}
        />
      ))}
      {drawn.map((stay) => (
        <Bar key={stay.id} {...{ stay, begin, open, take, hover }} isDragged={stay.id === dragged} />
      ))}
      {drag && <Bar stay={drag.stay} {...{ begin, open, take, hover }} arrival={drag.arrival} />}
    </div>
  );
});

function isMarked(cursor: Cursor | undefined, day: number): boolean {
  if (!cursor) return false;
  const { arrival, departure } = nightsOf(cursor);
  return arrival <= day && day < departure;
}

/** Marks nights by dragging over them. Releasing the pointer opens the booking dialog. */
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
      // A touch may start a scroll, so only a tap marks a night.
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
