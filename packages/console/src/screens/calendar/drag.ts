import type { MoveTo } from "../../components/bookings/move/move-target.ts";
import type { Stay } from "../../components/bookings/stay.ts";

/** A stay that is dragged to other days or another rental: where it would be dropped now. */
export interface StayDrag {
  readonly stay: Stay;
  readonly row: number;
  readonly arrival: number;
}

/** The drag after a key; undefined if the key does not move it. */
export function draggedByKey(drag: StayDrag, key: string, rows: number): StayDrag | undefined {
  const steps: Readonly<Record<string, readonly [rows: number, days: number]>> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    PageUp: [0, -28],
    PageDown: [0, 28],
  };
  const step = steps[key];
  if (!step) return undefined;
  const [down, right] = step;
  return {
    ...drag,
    row: Math.min(Math.max(drag.row + down, 0), Math.max(rows - 1, 0)),
    arrival: drag.arrival + right,
  };
}

export const moveTo = ({ stay, arrival }: StayDrag, rental: number): MoveTo => ({
  stay,
  rental,
  arrival,
  departure: arrival + stay.departure - stay.arrival,
});
