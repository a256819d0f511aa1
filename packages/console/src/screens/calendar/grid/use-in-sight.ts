import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import type { VisibleRange } from "../window-stays.ts";
import { days, dayWidth, headHeight, namesWidth, type RowHeight } from "./sizes.ts";

interface InSightProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly rowHeight: RowHeight;
  /** The grid's first day, and the first one to show. */
  readonly begin: number;
  readonly start: number;
}

/** The rows and days in sight. Only those are rendered. */
export function useInSight({ gridRef, rows, rowHeight, begin, start }: InSightProps) {
  const across = useVirtualizer({
    horizontal: true,
    count: days,
    getScrollElement: () => gridRef.current,
    estimateSize: () => dayWidth,
    initialOffset: (start - begin) * dayWidth,
    // The sticky name column covers the days, so it counts as scroll padding.
    scrollPaddingEnd: namesWidth,
    overscan: 6,
    useFlushSync: false,
  });
  const down = useVirtualizer({
    count: rows,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    scrollPaddingEnd: headHeight,
    overscan: 4,
    // Overscan renders rows ahead, so flushing synchronously is unnecessary.
    useFlushSync: false,
  });
  const rendered = down.getVirtualItems();
  const weeks = useWeeks(begin, across);
  // Deferred, because a new week renders in all rows and would delay scroll frames. A jump must not show empty rows, though.
  const deferred = useDeferredValue(weeks);
  const columns = across.range;
  const isBehind =
    columns !== null && (begin + columns.startIndex < deferred.first || begin + columns.endIndex > deferred.last);
  const { first, last } = isBehind ? weeks : deferred;
  const inSight = useMemo<Pick<VisibleRange, "first" | "last">>(() => ({ first, last }), [first, last]);
  return {
    ...{ across, down, rendered, inSight, windowLeft: useWindowLeft(across) },
    isScrolling: across.isScrolling || down.isScrolling,
    window: { ...inSight, firstRow: rendered[0]?.index ?? 0, lastRow: rendered.at(-1)?.index ?? 0 },
    scrollTo(row: number, day: number) {
      across.scrollToIndex(Math.min(Math.max(day - begin, 0), days - 1));
      down.scrollToIndex(row);
    },
    show: (day: number) => across.scrollToIndex(Math.min(Math.max(day - begin, 0), days - 1), { align: "start" }),
  };
}

/** The window's left edge, in pixels from the first day. It changes only after a scroll: else all rows would render with each frame. */
function useWindowLeft({ isScrolling, scrollOffset }: Virtualizer<HTMLDivElement, Element>): number {
  const offset = scrollOffset ?? 0;
  const [left, setLeft] = useState(offset);
  if (!isScrolling && left !== offset) setLeft(offset);
  return left;
}

/** The visible days, rounded to weeks: rows rerender for each new week instead of each day. */
function useWeeks(begin: number, across: Virtualizer<HTMLDivElement, Element>) {
  const columns = across.getVirtualItems();
  const [from, until] = [columns[0]?.index ?? 0, columns.at(-1)?.index ?? 0];
  const [first, last] = [begin + from - (from % 7), begin + until - (until % 7) + 6];
  return useMemo(() => ({ first, last }), [first, last]);
}
