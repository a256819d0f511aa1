import { type MouseEvent, type PointerEvent, type RefObject, useState } from "react";
import type { Stay } from "../../../components/bookings/stay.ts";
import { type Cursor, cursorAt } from "./cursor.ts";
import { draggedBy, dragOf, type Edge, isSameDrag, type StayDrag } from "./drag.ts";
import type { RowHeight } from "./sizes.ts";
import { useEventCallback } from "./use-event-callback.ts";
import { usePointerDrag } from "./use-pointer-drag.ts";

interface PointingProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly rowHeight: RowHeight;
  readonly begin: number;
  readonly rowOf: (rental: number) => number;
  readonly mayMove: (stay: Stay) => boolean;
  readonly point: (cursor: Cursor) => void;
  readonly enter: (cursor: Cursor) => void;
  readonly drop: (drag: StayDrag) => void;
  /** Whether a tap begins a selection and the next one ends it. */
  readonly isTapping: boolean;
}

/** Selecting nights and dragging stays by mouse, pen and finger. */
export function usePointing(props: PointingProps) {
  const { begin, rowOf, mayMove, point, enter, drop, isTapping } = props;
  const [drag, setDrag] = useState<StayDrag>();
  const [tapped, setTapped] = useState<Cursor>();
  const { grasp, stop, ...pointer } = usePointerDrag(props);

  const take = useEventCallback((event: PointerEvent, stay: Stay, edge?: Edge) => {
    if (!mayMove(stay)) return;
    let now = dragOf(stay, rowOf(stay.rental), edge);
    grasp(event, {
      isImmediate: false,
      start: () => setDrag(now),
      follow({ row, daysOn }) {
        const next = draggedBy(now, daysOn, row);
        if (isSameDrag(now, next)) return;
        now = next;
        setDrag(next);
      },
      drop() {
        setDrag(undefined);
        drop(now);
      },
      cancel: () => setDrag(undefined),
    });
  });
  const press = useEventCallback((event: PointerEvent) => {
    const cell = cellUnder(event);
    if (!cell || isTapping) return;
    let now = cursorAt(cell.row, cell.day);
    grasp(event, {
      isImmediate: true,
      start: () => point(now),
      follow({ row, day: column }) {
        const day = begin + column;
        if (now.row === row && now.day === day) return;
        now = { ...now, row, day };
        point(now);
      },
      drop: () => enter(now),
      cancel: () => point(cursorAt(now.row, now.day)),
    });
  });
  const onClick = (event: MouseEvent) => {
    const { nativeEvent } = event;
    const isTap = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === "touch";
    const cell = isTap || isTapping ? cellUnder(event) : undefined;
    if (!cell) return;
    const at = cursorAt(cell.row, cell.day);
    const isEnd = isTapping && tapped !== undefined;
    const next = isEnd ? { ...tapped, row: at.row, day: at.day } : at;
    setTapped(isTapping && !isEnd ? at : undefined);
    point(next);
    if (isEnd || !isTapping) enter(next);
  };
  const letGo = () => {
    stop();
    setDrag(undefined);
  };
  return {
    drag,
    setDrag,
    take,
    press,
    letGo,
    isEndTap: isTapping && tapped !== undefined,
    pointer: { ...pointer, onClick },
  };
}

/** The night under a pointer. */
function cellUnder({ target }: { readonly target: EventTarget }) {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-day]") : null;
  const row = cell?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex");
  return cell && row ? { row: Number(row) - 2, day: Number(cell.dataset.day) } : undefined;
}
