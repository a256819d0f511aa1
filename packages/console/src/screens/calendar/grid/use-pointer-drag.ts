import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { rowWithin } from "./cursor.ts";
import { namesOf, type Point } from "./points.ts";
import { dayWidth, headHeight, type RowHeight } from "./sizes.ts";
import { useEdgeScroll } from "./use-edge-scroll.ts";

/** A drag starts after a finger rests for this time, within this many pixels. */
const longPressMs = 450;
const slopPx = 6;

/** A pointer's position. */
interface Position {
  readonly row: number;
  /** Days from the grid's first one. */
  readonly day: number;
  /** Days from where the pointer was pressed, rounded. */
  readonly daysOn: number;
}

/** The stay or edge that a pressed pointer drags. */
export interface Dragged {
  /** Whether a mouse drags at once. Otherwise on its first move; a finger after a long press, because moving scrolls. */
  readonly isImmediate: boolean;
  start(): void;
  follow(position: Position): void;
  drop(): void;
  cancel(): void;
}

interface Grip {
  readonly dragged: Dragged;
  readonly pointer: number;
  /** The position at which the pointer was pressed, in the window and on the grid's sheet. */
  readonly at: Point;
  readonly on: Point;
}

interface PointerDragProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly rowHeight: RowHeight;
}

/** Drags something over the grid by mouse, pen or finger. */
export function usePointerDrag({ gridRef, rows, rowHeight }: PointerDragProps) {
  const grip = useRef<Grip>(undefined);
  const last = useRef<Point>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isDragging, setDragging] = useState(false);
  const isDraggingNow = useRef(false);

  const sheetPoint = ({ x, y }: Point): Point => {
    const grid = gridRef.current;
    if (!grid) return { x, y };
    const box = grid.getBoundingClientRect();
    return { x: x - box.left + grid.scrollLeft - namesOf(grid), y: y - box.top + grid.scrollTop };
  };
  const follow = (point: Point) => {
    last.current = point;
    const held = grip.current;
    if (!held) return;
    const { x, y } = sheetPoint(point);
    const row = rowWithin(Math.floor((y - headHeight) / rowHeight), rows);
    held.dragged.follow({ row, day: Math.floor(x / dayWidth), daysOn: Math.round((x - held.on.x) / dayWidth) });
  };
  const setNow = (isNow: boolean) => {
    isDraggingNow.current = isNow;
    setDragging(isNow);
  };
  const leave = () => {
    clearTimeout(rest.current);
    grip.current = undefined;
    last.current = undefined;
    setNow(false);
  };
  const lift = () => {
    const held = grip.current;
    if (!held) return;
    gridRef.current?.setPointerCapture(held.pointer);
    setNow(true);
    held.dragged.start();
  };
  useTouchHold(gridRef, isDraggingNow);
  useEdgeScroll({ gridRef, isDragging, last, follow });
  useEffect(() => () => clearTimeout(rest.current), []);

  return {
    /** Handles pointerdown on what may be dragged. */
    grasp(event: PointerEvent, dragged: Dragged) {
      if (event.button !== 0 || !event.isPrimary) return;
      const at = { x: event.clientX, y: event.clientY };
      grip.current = { dragged, pointer: event.pointerId, at, on: sheetPoint(at) };
      last.current = at;
      if (event.pointerType === "touch") rest.current = setTimeout(lift, longPressMs);
      else if (dragged.isImmediate) lift();
    },
    stop: leave,
    onPointerMove(event: PointerEvent) {
      const held = grip.current;
      if (!held || held.pointer !== event.pointerId) return;
      const point = { x: event.clientX, y: event.clientY };
      if (isDraggingNow.current) return follow(point);
      if (Math.hypot(point.x - held.at.x, point.y - held.at.y) < slopPx) return;
      if (event.pointerType === "touch") return leave();
      lift();
      follow(point);
    },
    onPointerUp(event: PointerEvent) {
      const held = grip.current;
      if (held?.pointer !== event.pointerId) return;
      const isDropped = isDraggingNow.current;
      if (isDropped) follow({ x: event.clientX, y: event.clientY });
      leave();
      if (isDropped) held.dragged.drop();
    },
    onPointerCancel() {
      const held = grip.current;
      leave();
      held?.dragged.cancel();
    },
  };
}

/** Blocks scrolling and the context menu while a finger drags. */
function useTouchHold(gridRef: RefObject<HTMLDivElement | null>, isDraggingNow: RefObject<boolean>): void {
  useEffect(() => {
    const grid = gridRef.current;
    const hold = (event: Event) => {
      if (isDraggingNow.current) event.preventDefault();
    };
    grid?.addEventListener("touchmove", hold, { passive: false });
    grid?.addEventListener("contextmenu", hold);
    return () => {
      grid?.removeEventListener("touchmove", hold);
      grid?.removeEventListener("contextmenu", hold);
    };
  }, [gridRef, isDraggingNow]);
}
