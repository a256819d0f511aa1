import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { isMove } from "../../../components/bookings/move/move-target.ts";
import type { Stay } from "../../../components/bookings/stay.ts";
import { todayAt } from "../../../components/days.ts";
import type { Read } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { stayAt } from "../stays.ts";
import { unread, useWindowStays } from "../window-stays.ts";
import { type Cursor, cursorAt, isOneNight, selectionOf } from "./cursor.ts";
import { dragOf, moveTo, type StayDrag } from "./drag.ts";
import { gapAt, gapsOf } from "./gaps.ts";
import styles from "./grid.module.css";
import type { GridProps } from "./grid-props.ts";
import { GridRows } from "./grid-rows.tsx";
import { GridStatus } from "./grid-status.tsx";
import { keysOf } from "./keys.ts";
import { behind, days } from "./sizes.ts";
import { StayCard } from "./stay-card.tsx";
import { useCard } from "./use-card.ts";
import { useEventCallback } from "./use-event-callback.ts";
import { useFirstDay } from "./use-first-day.ts";
import { useInSight } from "./use-in-sight.ts";
import { usePointing } from "./use-pointing.ts";

/** The grid renders only visible rows and days, so three years of two hundred rentals scroll as fast as one month of ten. */
export function Grid(props: GridProps) {
  const { ref, rentals, markets, formats, today, rowHeight, choose, move } = props;
  const { t } = useI18n();
  const { may } = useSession();
  // Fixed: a new first day at midnight would shift the visible days, and a drag with them.
  const [begin] = useState(() => today - behind);
  const gridRef = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor>(() => cursorAt(0, today));
  const [byKeys, setByKeys] = useState(false);
  const view = useInSight({ gridRef, rows: rentals.length, rowHeight, begin, start: props.start });
  const { rows, isReading, error, refetch } = useWindowStays(props.all, rentals, view.window);
  useFailure(error, refetch, props.onFailure);
  useFirstDay({ gridRef, begin, start: props.start, show: view.show, onFirstDay: props.onFirstDay });
  useImperativeHandle(ref, () => ({
    show: view.show,
    focus: () => gridRef.current?.focus({ preventScroll: true }),
    clear: () => setCursor(({ row, day }) => cursorAt(row, day)),
  }));
  const rowOf = (id: number) => rentals.findIndex((rental) => rental.id === id);
  const knownOf = (row: number) => rows.get(rentals[row]?.id ?? 0) ?? unread;
  const stayUnder = ({ row, day }: Cursor) => stayAt(knownOf(row).stays, day);
  const open = useEventCallback(props.open);
  const enter = useEventCallback((at: Cursor) => {
    const stay = isOneNight(at) ? stayUnder(at) : undefined;
    if (stay) return open(stay);
    const { firstRow, lastRow, first, last } = selectionOf(at);
    const chosen = rentals.slice(firstRow, lastRow + 1);
    const [rental] = chosen;
    if (!rental) return;
    const gap = isOneNight(at)
      ? gapAt(gapsOf(knownOf(at.row).stays, markets?.get(rental.id), todayAt(rental.timeZone)), at.day)
      : undefined;
    choose({ rentals: chosen, first: gap?.first ?? first, last: gap?.last ?? last, gap });
  });
  const mayMove = (stay: Stay) => may("bookings_write") && stay.state !== "mirrored";
  const drop = (dragged: StayDrag) => {
    setDrag(undefined);
    const rental = rentals[dragged.row];
    const to = rental && moveTo(dragged, rental.id);
    if (to && isMove(to)) move(to);
  };
  const { drag, setDrag, take, press, letGo, isEndTap, pointer } = usePointing({
    ...{ gridRef, rowHeight, begin, rowOf, mayMove, enter, drop, rows: rentals.length },
    point: setCursor,
    isTapping: props.isTapping,
  });
  const onKeyDown = keysOf({
    ...{ cursor, drag, today, enter, drop, letGo, rows: rentals.length },
    point: (next) => {
      setByKeys(true);
      setCursor(next);
      view.scrollTo(next.row, next.day);
    },
    dragTo: (next) => {
      setDrag(next);
      view.scrollTo(next.row, next.edge === "departure" ? next.departure : next.arrival);
    },
    lift: (edge) => {
      const stay = stayUnder(cursor);
      if (stay && mayMove(stay)) setDrag(dragOf(stay, cursor.row, edge));
    },
  });
  const card = useCard(byKeys ? stayUnder(cursor) : undefined, `${cursor.row} ${cursor.day}`);
  const selection = useMemo(() => (isOneNight(cursor) ? undefined : selectionOf(cursor)), [cursor]);
  return (
    <div className={styles.frame}>
      <div
        ref={gridRef}
        className={[styles.grid, drag && styles.dragging].filter(Boolean).join(" ")}
        role="grid"
        tabIndex={0}
        aria-label={t("calendar.grid")}
        aria-description={may("bookings_write") ? t("stay.carryHint") : undefined}
        aria-busy={isReading}
        aria-multiselectable
        aria-rowcount={rentals.length + 1}
        aria-colcount={days + 1}
        aria-activedescendant={rentals.length === 0 ? undefined : `cell-${rentals[cursor.row]?.id}-${cursor.day}`}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => setByKeys(currentTarget.matches(":focus-visible"))}
        onBlur={() => setByKeys(false)}
        {...pointer}
      >
        <GridRows
          {...props}
          {...{ begin, view, rows, take, press, cursor, selection, drag, open }}
          hover={card.hover}
        />
      </div>
      <GridStatus {...{ drag, selection, rentals, formats, isEndTap }} isTapping={props.isTapping} />
      {card.stay && !drag && !view.isScrolling && (
        <StayCard
          stay={card.stay}
          row={rowOf(card.stay.rental)}
          timeZone={rentals[rowOf(card.stay.rental)]?.timeZone}
          {...{ begin, gridRef, formats, rowHeight }}
          keep={card.keep}
          leave={() => card.hover(undefined)}
        />
      )}
    </div>
  );
}

/** Reports that bookings could not be read. */
function useFailure(error: unknown, refetch: Read["refetch"], report: GridProps["onFailure"]): void {
  const tell = useEventCallback((problem: unknown) => report(problem ? { error: problem, refetch } : undefined));
  useEffect(() => tell(error), [error, tell]);
}
