import { useVirtualizer } from "@tanstack/react-virtual";
import { type PointerEvent, type Ref, useDeferredValue, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useSession } from "../../app/session.tsx";
import { isMove, type MoveTo } from "../../components/bookings/move/move-target.ts";
import type { Stay } from "../../components/bookings/stay.ts";
import { todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { StayRequest } from "../../components/quote.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Cursor, nightsOf } from "./cursor.ts";
import { moveTo, type StayDrag } from "./drag.ts";
import { Head } from "./head.tsx";
import { keysOf } from "./keys.ts";
import type { CalendarRental, Market } from "./rentals.ts";
import { Row } from "./row.tsx";
import { behind, days, dayWidth, headHeight, namesWidth, rowHeight } from "./sizes.ts";
import { StayCard } from "./stay-card.tsx";
import { stayAt, useStays } from "./stays.ts";
import { useCard } from "./use-card.ts";
import { useEventCallback } from "./use-event-callback.ts";
import { useStayDrag } from "./use-stay-drag.ts";

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
  readonly book: (request: StayRequest) => void;
  readonly open: (stay: Stay) => void;
  readonly move: (to: MoveTo) => void;
}

/** The grid renders only visible rows and days, so three years of two hundred rentals scroll as fast as one month of ten. */
export function Grid({ ref, rentals, markets, formats, book, open, move }: GridProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const today = todayHere();
  const first = today - behind;
  const gridRef = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor>({ row: 0, day: today, anchor: today });
  const [drag, setDrag] = useState<StayDrag>();
  const [byKeys, setByKeys] = useState(false);
  const across = useVirtualizer({
    horizontal: true,
    count: days,
    getScrollElement: () => gridRef.current,
    estimateSize: () => dayWidth,
    initialOffset: (behind - 2) * dayWidth,
    // The sticky name column covers the days, so it counts as scroll padding.
    scrollPaddingEnd: namesWidth,
    overscan: 6,
    useFlushSync: false,
  });
  const down = useVirtualizer({
    count: rentals.length,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    scrollPaddingEnd: headHeight,
    overscan: 4,
    // Overscan renders rows ahead, so flushing synchronously is unnecessary.
    useFlushSync: false,
  });
  const columns = across.getVirtualItems();
  // Deferred, because a new week renders in all rows and would delay scroll frames.
  const inSight = useDeferredValue(useWeeks(first, columns[0]?.index ?? 0, columns.at(-1)?.index ?? 0));
  const stays = useStays(inSight.first, inSight.last);
  const scrollTo = (row: number, day: number) => {
    across.scrollToIndex(Math.min(Math.max(day - first, 0), days - 1));
    down.scrollToIndex(row);
  };
  useImperativeHandle(ref, () => ({
    show: (day) => across.scrollToIndex(day - first, { align: "start" }),
    focus: () => gridRef.current?.focus({ preventScroll: true }),
  }));

  const rowOf = (id: number) => rentals.findIndex((rental) => rental.id === id);
  const stayUnder = ({ row, day }: Cursor) => stayAt(stays.get(rentals[row]?.id ?? 0), day);
  const enter = useEventCallback((at: Cursor) => {
    const rental = rentals[at.row];
    const stay = stayUnder(at);
    if (stay && at.day === at.anchor) open(stay);
    else if (rental) book({ rental: rental.id, ...nightsOf(at) });
  });
  const mayMove = (stay: Stay) => may("bookings_write") && stay.state !== "mirrored";
  const drop = (dragged: StayDrag) => {
    setDrag(undefined);
    const rental = rentals[dragged.row];
    const to = rental && moveTo(dragged, rental.id);
    if (to && isMove(to)) move(to);
  };
  const { grasp, stop, ...pointer } = useStayDrag({ gridRef, rows: rentals.length, drag, setDrag, drop, rowOf });
  const take = useEventCallback((event: PointerEvent, stay: Stay) => {
    if (mayMove(stay)) grasp(event, stay);
  });
  const letGo = () => {
    stop();
    setDrag(undefined);
  };
  const onKeyDown = keysOf({
    ...{ cursor, drag, today, enter, drop, letGo, rows: rentals.length },
    point: (next) => {
      setByKeys(true);
      setCursor(next);
      scrollTo(next.row, next.day);
    },
    dragTo: (next) => {
      setDrag(next);
      scrollTo(next.row, next.arrival);
    },
    lift: () => {
      const stay = stayUnder(cursor);
      if (stay && mayMove(stay)) setDrag({ stay, row: cursor.row, arrival: stay.arrival });
    },
  });
  const card = useCard(byKeys ? stayUnder(cursor) : undefined, `${cursor.row} ${cursor.day}`);
  const isCardShown = !drag && !across.isScrolling && !down.isScrolling;
  const dragTarget = drag && rentals[drag.row];

  return (
    <div className="frame-of-grid">
      <div
        ref={gridRef}
        className={`grid${drag ? " carrying" : ""}`}
        role="grid"
        tabIndex={0}
        aria-label={t("calendar.grid")}
        aria-description={may("bookings_write") ? t("stay.carryHint") : undefined}
        aria-rowcount={rentals.length + 1}
        aria-colcount={days + 1}
        aria-activedescendant={`cell-${rentals[cursor.row]?.id}-${cursor.day}`}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => setByKeys(currentTarget.matches(":focus-visible"))}
        onBlur={() => setByKeys(false)}
        {...pointer}
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
                  drag={drag?.row === index ? drag : undefined}
                  dragged={drag?.stay.rental === rental.id ? drag.stay.id : undefined}
                  point={setCursor}
                  enter={enter}
                  open={open}
                  take={take}
                  hover={card.hover}
                />
              )
            );
          })}
        </div>
      </div>
      <p className={drag ? "drag-status" : "unseen"} role="status">
        {drag &&
          dragTarget &&
          t("stay.carrying", {
            stay: drag.stay.guest ?? drag.stay.reference,
            rental: dragTarget.name,
            arrival: formats.date(drag.arrival),
          })}
      </p>
      {card.stay && isCardShown && (
        <StayCard
          stay={card.stay}
          row={rowOf(card.stay.rental)}
          begin={first}
          {...{ gridRef, formats }}
          keep={card.keep}
          leave={() => card.hover(undefined)}
        />
      )}
    </div>
  );
}

/** The visible days, rounded to weeks: rows rerender for each new week instead of each day. */
function useWeeks(begin: number, from: number, until: number) {
  const [first, last] = [begin + from - (from % 7), begin + until - (until % 7) + 6];
  return useMemo(() => ({ first, last }), [first, last]);
}
