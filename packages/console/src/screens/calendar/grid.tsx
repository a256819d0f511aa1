import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useWords } from "../../words/words.tsx";
import { type Cursor, moved, nightsOf } from "./cursor.ts";
import { dateOf, isWeekend, monthOf, monthsIn, todayHere } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import type { Wanted } from "../../parts/quote.ts";
import type { CalendarRental, Market } from "./rentals.ts";
import { Row } from "./row.tsx";
import { dayWidth, headHeight, namesWidth, rowHeight } from "./sizes.ts";
import { type Stay, stayAt, useStays } from "./stays.ts";

/** Days before today, and from the first day to the last. */
const behind = 92;
const days = 3 * 366 + behind;

export interface GridHandle {
  /** Scrolls to a day. */
  show(day: number): void;
  focus(): void;
}

interface GridProps {
  readonly ref: Ref<GridHandle>;
  readonly rentals: readonly CalendarRental[];
  readonly markets: ReadonlyMap<number, Market> | undefined;
  readonly formats: Formats;
  readonly want: (wanted: Wanted) => void;
  readonly open: (stay: Stay) => void;
}

/** The grid: only rows and days that are in sight are drawn, so that three years of two hundred rentals scroll as one month of ten. */
export function Grid({ ref, rentals, markets, formats, want, open }: GridProps) {
  const { words } = useWords();
  const today = todayHere();
  const first = today - behind;
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor>({ row: 0, day: today, anchor: today });
  const across = useVirtualizer({
    horizontal: true,
    count: days,
    getScrollElement: () => place.current,
    estimateSize: () => dayWidth,
    initialOffset: (behind - 2) * dayWidth,
    // The column with the names lies over the days, and counts as if it stood before them.
    scrollPaddingEnd: namesWidth,
    overscan: 6,
  });
  const down = useVirtualizer({
    count: rentals.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    scrollPaddingEnd: headHeight,
    overscan: 4,
  });
  const columns = across.getVirtualItems();
  const inSight = { first: first + (columns[0]?.index ?? 0), last: first + (columns.at(-1)?.index ?? 0) };
  const stays = useStays(inSight.first, inSight.last);
  useImperativeHandle(ref, () => ({
    show: (day) => across.scrollToIndex(day - first, { align: "start" }),
    focus: () => place.current?.focus({ preventScroll: true }),
  }));

  const enter = ({ row, ...marked }: Cursor) => {
    const rental = rentals[row];
    if (!rental) return;
    const stay = stayAt(stays.get(rental.id), marked.day);
    if (stay && marked.day === marked.anchor) open(stay);
    else want({ rental: rental.id, ...nightsOf({ row, ...marked }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") enter(cursor);
    else {
      const next = moved(cursor, event.key, event.shiftKey, rentals.length, today);
      if (!next) return;
      setCursor(next);
      across.scrollToIndex(next.day - first);
      down.scrollToIndex(next.row);
    }
    event.preventDefault();
  };

  return (
    <div
      ref={place}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={words.calendar.grid}
      aria-rowcount={rentals.length + 1}
      aria-colcount={days + 1}
      aria-activedescendant={`cell-${rentals[cursor.row]?.id}-${cursor.day}`}
      onKeyDown={onKeyDown}
    >
      <div
        className="sheet"
        role="presentation"
        style={{ width: `calc(var(--names) + ${days * dayWidth}px)`, height: headHeight + down.getTotalSize() }}
      >
        <Head first={inSight.first} last={inSight.last} begin={first} today={today} formats={formats} />
        {down.getVirtualItems().map(({ index, start }) => {
          const rental = rentals[index];
          return (
            rental && (
              <Row
                key={rental.id}
                rental={rental}
                index={index}
                top={headHeight + start}
                begin={first}
                inSight={inSight}
                today={today}
                stays={stays.get(rental.id)}
                market={markets?.get(rental.id)}
                formats={formats}
                cursor={cursor.row === index ? cursor : undefined}
                point={setCursor}
                enter={enter}
                open={open}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly first: number;
  readonly last: number;
  readonly begin: number;
  readonly today: number;
  readonly formats: Formats;
}

function Head({ first, last, begin, today, formats }: HeadProps) {
  const { words } = useWords();
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div className="head" role="row" aria-rowindex={1}>
      <div className="name" role="columnheader" aria-colindex={1}>
        {words.calendar.rental}
      </div>
      {monthsIn(first, last).map((month) => (
        <div
          key={`month ${month}`}
          className="month"
          role="presentation"
          style={{
            left: `calc(var(--names) + ${(month - begin) * dayWidth}px)`,
            width: (monthOf(month, 1) - month) * dayWidth,
          }}
        >
          <span>{formats.month(month)}</span>
        </div>
      ))}
      {shown.map((day) => (
        <div
          key={day}
          role="columnheader"
          aria-colindex={day - begin + 2}
          aria-label={formats.date(day)}
          className={`day${isWeekend(day) ? " weekend" : ""}${day === today ? " today" : ""}`}
          style={{ left: `calc(var(--names) + ${(day - begin) * dayWidth}px)` }}
        >
          <span className="weekday">{formats.weekday(day)}</span>
          <b>{dateOf(day).getUTCDate()}</b>
        </div>
      ))}
    </div>
  );
}
