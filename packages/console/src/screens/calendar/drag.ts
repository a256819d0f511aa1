import type { Stay } from "./stays.ts";

/** A stay on its way to other days or another rental: where it would lie if it were let go now. */
export interface StayDrag {
  readonly stay: Stay;
  readonly row: number;
  readonly arrival: number;
}

/** What a key does to a stay that is carried; nothing where the key is none of these. */
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

/** A place that is meant for a stay. Days are epoch days. */
export interface MoveTo {
  readonly stay: Stay;
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
}

export const moveTo = ({ stay, arrival }: StayDrag, rental: number): MoveTo => ({
  stay,
  rental,
  arrival,
  departure: arrival + stay.departure - stay.arrival,
});

/** Whether a stay would lie elsewhere than it does. */
export const isElsewhere = ({ stay, rental, arrival, departure }: MoveTo): boolean =>
  rental !== stay.rental || arrival !== stay.arrival || departure !== stay.departure;
