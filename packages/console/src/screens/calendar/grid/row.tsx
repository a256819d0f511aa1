import { memo, type PointerEvent } from "react";
import type { Stay } from "../../../components/bookings/stay.ts";
import { monthOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import type { CalendarRental, Market } from "../rentals.ts";
import { stayAt } from "../stays.ts";
import type { RowStays } from "../window-stays.ts";
import { Bar, type BarHandlers } from "./bar.tsx";
import type { ChannelMark } from "./channel.ts";
import type { Cursor, Selection } from "./cursor.ts";
import type { StayDrag } from "./drag.ts";
import { gapAt, gapsOf } from "./gaps.ts";
import styles from "./grid.module.css";
import { Night } from "./night.tsx";

interface RowProps extends BarHandlers {
  readonly rental: CalendarRental;
  readonly index: number;
  /** Pixels from the top. */
  readonly top: number;
  /** The grid's first day, and the rendered days. */
  readonly begin: number;
  readonly inSight: { readonly first: number; readonly last: number };
  /** The window's left edge, in pixels from the first day. */
  readonly windowLeft: number;
  /** On the rental's clock. */
  readonly today: number;
  readonly known: RowStays;
  readonly market: Market | undefined;
  readonly formats: Formats;
  /** The price of the sought stay, or why it has none. */
  readonly offer: string | undefined;
  readonly channels: ReadonlyMap<number, ChannelMark>;
  readonly mayEdit: boolean;
  readonly cursor: Cursor | undefined;
  /** The selected nights, if the row is among the selected ones. */
  readonly selection: Selection | undefined;
  /** A stay that would be dropped in this row, and the id of this rental's dragged stay. */
  readonly drag: StayDrag | undefined;
  readonly dragged: number | undefined;
  readonly press: (event: PointerEvent) => void;
}

/** A rental's row: name, nights with prices, and stays. */
export const Row = memo(function Row(props: RowProps) {
  const { rental, index, top, begin, today, inSight, market, formats, known, cursor, selection, drag } = props;
  const { open, take, hover, channels } = props;
  const shown = Array.from({ length: inSight.last - inSight.first + 1 }, (_, offset) => inSight.first + offset);
  const drawn = known.stays.filter(({ arrival, departure }) => departure >= inSight.first && arrival <= inSight.last);
  const gaps = gapsOf(known.stays, market, today);
  const isUnknown = (day: number) => known.unknown.length > 0 && known.unknown.includes(monthOf(day));
  const bar = { begin, open, take, hover, windowLeft: props.windowLeft };
  const lookOf = (stay: Stay) => ({
    ...bar,
    stay,
    isArriving: stay.arrival === today && stay.state === "booked",
    channel: stay.source === null ? undefined : channels.get(stay.source),
    isEditable: props.mayEdit && stay.state !== "mirrored",
  });
  return (
    <div className={styles.row} role="row" aria-rowindex={index + 2} style={{ top }} onPointerDown={props.press}>
      <div className={styles.name} role="rowheader" aria-colindex={1} title={rental.name}>
        <span>{rental.name}</span>
        {props.offer && <small>{props.offer}</small>}
      </div>
      {shown.map((day) => (
        <Night
          key={day}
          {...{ rental, begin, today, day, market, formats }}
          stay={stayAt(drawn, day)}
          isUnknown={isUnknown(day)}
          gap={gapAt(gaps, day)}
          isLeaving={drawn.some(({ departure }) => departure === day)}
          isMarked={selection !== undefined && selection.first <= day && day <= selection.last}
          isAt={cursor?.day === day}
        />
      ))}
      {drawn.map((stay) => (
        <Bar key={stay.id} {...lookOf(stay)} isDragged={stay.id === props.dragged} />
      ))}
      {drag && <Bar {...lookOf(drag.stay)} arrival={drag.arrival} departure={drag.departure} />}
    </div>
  );
});
