import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import type { Stay } from "../../components/bookings/stay.ts";
import type { StayDrag } from "./drag.ts";
import { dayWidth, headHeight, rowHeight } from "./sizes.ts";

/** How long a finger rests on a stay to start dragging, and how many pixels it may move meanwhile. */
const longPressMs = 450;
const slopPx = 6;
/** The distance from the edge at which the grid scrolls during a drag, and the step. */
const edgePx = 48;
const scrollStepPx = 18;

interface Grip {
  readonly stay: Stay;
  readonly pointer: number;
  /** Where the drag started, in the window and on the grid's sheet. */
  readonly at: Point;
  readonly on: Point;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface StayDragProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly drag: StayDrag | undefined;
  readonly setDrag: (drag: StayDrag | undefined) => void;
  readonly drop: (drag: StayDrag) => void;
  /** The index of a rental's row. */
  readonly rowOf: (rental: number) => number;
}

/** Drags a stay by pointer. Mouse and pen drag on the first move; touch after a long press, because moving scrolls. */
export function useStayDrag({ gridRef, rows, drag, setDrag, drop, rowOf }: StayDragProps) {
  const grip = useRef<Grip>(undefined);
  const last = useRef<Point>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDragged = useRef(false);
  isDragged.current = drag !== undefined && grip.current !== undefined;

  const sheetPoint = ({ x, y }: Point): Point => {
    const grid = gridRef.current;
    if (!grid) return { x, y };
    const box = grid.getBoundingClientRect();
    return { x: x - box.left + grid.scrollLeft, y: y - box.top + grid.scrollTop };
  };
  const dragTarget = (point: Point): StayDrag | undefined => {
    if (!grip.current) return undefined;
    const { stay, on } = grip.current;
    const { x, y } = sheetPoint(point);
    const row = Math.min(Math.max(Math.floor((y - headHeight) / rowHeight), 0), rows - 1);
    return { stay, row, arrival: stay.arrival + Math.round((x - on.x) / dayWidth) };
  };
  const follow = (point: Point) => {
    last.current = point;
    const next = dragTarget(point);
    if (next && (!drag || next.row !== drag.row || next.arrival !== drag.arrival)) setDrag(next);
  };
  const leave = () => {
    clearTimeout(rest.current);
    grip.current = undefined;
    last.current = undefined;
  };
  const lift = () => {
    const held = grip.current;
    if (!held) return;
    gridRef.current?.setPointerCapture(held.pointer);
    setDrag({ stay: held.stay, row: rowOf(held.stay.rental), arrival: held.stay.arrival });
  };

  // Block scrolling and the context menu during a touch drag.
  useEffect(() => {
    const grid = gridRef.current;
    const hold = (event: Event) => {
      if (isDragged.current) event.preventDefault();
    };
    grid?.addEventListener("touchmove", hold, { passive: false });
    grid?.addEventListener("contextmenu", hold);
    return () => {
      grid?.removeEventListener("touchmove", hold);
      grid?.removeEventListener("contextmenu", hold);
      clearTimeout(rest.current);
    };
  }, [gridRef]);

  // Scroll the grid while a stay is dragged near its edge.
  const isByPointer = drag !== undefined && grip.current !== undefined;
  const followed = useRef(follow);
  followed.current = follow;
  useEffect(() => {
    if (!isByPointer) return undefined;
    const timer = setInterval(() => {
      const grid = gridRef.current;
      if (!grid || !last.current) return;
      const box = grid.getBoundingClientRect();
      const { x, y } = last.current;
      const names = grid.querySelector<HTMLElement>(".head .name")?.offsetWidth ?? 0;
      const right = beyond(x, box.left + names, box.right);
      const down = beyond(y, box.top + headHeight, box.bottom);
      if (right === 0 && down === 0) return;
      grid.scrollBy(right * scrollStepPx, down * scrollStepPx);
      followed.current(last.current);
    }, 30);
    return () => clearInterval(timer);
  }, [isByPointer, gridRef]);

  return {
    /** Handles pointerdown on a stay that may be moved. */
    grasp(event: PointerEvent, stay: Stay) {
      if (event.button !== 0 || !event.isPrimary) return;
      const at = { x: event.clientX, y: event.clientY };
      grip.current = { stay, pointer: event.pointerId, at, on: sheetPoint(at) };
      last.current = at;
      if (event.pointerType === "touch") rest.current = setTimeout(lift, longPressMs);
    },
    stop: leave,
    onPointerMove(event: PointerEvent) {
      const held = grip.current;
      if (!held || held.pointer !== event.pointerId) return;
      const point = { x: event.clientX, y: event.clientY };
      if (drag) return follow(point);
      if (Math.hypot(point.x - held.at.x, point.y - held.at.y) < slopPx) return;
      if (event.pointerType === "touch") return leave();
      lift();
    },
    onPointerUp(event: PointerEvent) {
      if (grip.current?.pointer !== event.pointerId) return;
      const end = drag && dragTarget({ x: event.clientX, y: event.clientY });
      leave();
      if (end) drop(end);
    },
    onPointerCancel() {
      leave();
      setDrag(undefined);
    },
  };
}

/** -1 near the first edge, 1 near the other, 0 between. */
const beyond = (point: number, from: number, until: number): number =>
  point < from + edgePx ? -1 : point > until - edgePx ? 1 : 0;
