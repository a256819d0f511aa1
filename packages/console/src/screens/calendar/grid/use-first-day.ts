import { type RefObject, useEffect, useRef } from "react";
import { dayWidth } from "./sizes.ts";
import { useEventCallback } from "./use-event-callback.ts";

const restMs = 250;

interface FirstDayProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly begin: number;
  /** The address's first visible day. */
  readonly start: number;
  readonly show: (day: number) => void;
  readonly onFirstDay: (day: number) => void;
}

/** Keeps the first visible day in the address, and follows the address when the person goes back. */
export function useFirstDay({ gridRef, begin, start, show, onFirstDay }: FirstDayProps): void {
  const reported = useRef(start);
  const report = useEventCallback(() => {
    const grid = gridRef.current;
    if (!grid) return;
    const day = begin + Math.round(grid.scrollLeft / dayWidth);
    if (day === reported.current) return;
    reported.current = day;
    onFirstDay(day);
  });
  useEffect(() => {
    const grid = gridRef.current;
    let timer: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(report, restMs);
    };
    grid?.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      grid?.removeEventListener("scroll", onScroll);
    };
  }, [gridRef, report]);
  const showStart = useEventCallback(() => show(start));
  useEffect(() => {
    if (start === reported.current) return;
    reported.current = start;
    showStart();
  }, [start, showStart]);
}
