import { type RefObject, useEffect, useRef } from "react";
import { namesOf, type Point } from "./points.ts";
import { headHeight } from "./sizes.ts";

/** The distance from the edge at which the grid scrolls during a drag, and the step. */
const edgePx = 48;
const scrollStepPx = 18;

interface EdgeScrollProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly isDragging: boolean;
  /** The pointer's last point. */
  readonly last: RefObject<Point | undefined>;
  readonly follow: (point: Point) => void;
}

/** Scrolls the grid while something is dragged near its edge. */
export function useEdgeScroll({ gridRef, isDragging, last, follow }: EdgeScrollProps): void {
  const followed = useRef(follow);
  followed.current = follow;
  useEffect(() => {
    if (!isDragging) return undefined;
    const timer = setInterval(() => {
      const grid = gridRef.current;
      if (!grid || !last.current) return;
      const box = grid.getBoundingClientRect();
      const { x, y } = last.current;
      const right = beyond(x, box.left + namesOf(grid), box.right);
      const down = beyond(y, box.top + headHeight, box.bottom);
      if (right === 0 && down === 0) return;
      grid.scrollBy(right * scrollStepPx, down * scrollStepPx);
      followed.current(last.current);
    }, 30);
    return () => clearInterval(timer);
  }, [isDragging, gridRef, last]);
}

/** -1 near the first edge, 1 near the other, 0 between. */
const beyond = (point: number, from: number, until: number): number =>
  point < from + edgePx ? -1 : point > until - edgePx ? 1 : 0;
