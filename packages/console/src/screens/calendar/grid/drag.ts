import type { MoveTo } from "../../../components/bookings/move/move-target.ts";
import type { Stay } from "../../../components/bookings/stay.ts";
import { rowWithin, steps } from "./cursor.ts";

/** A dragged stay, or one of its edges: where it would be dropped now. */
export interface StayDrag {
  readonly stay: Stay;
  /** Undefined moves the whole stay. */
  readonly edge: Edge | undefined;
  readonly row: number;
  readonly arrival: number;
  readonly departure: number;
}

export type Edge = "arrival" | "departure";

export const dragOf = (stay: Stay, row: number, edge?: Edge): StayDrag => ({
  ...{ stay, row, edge },
  arrival: stay.arrival,
  departure: stay.departure,
});

/** The drag with the stay, or its edge, some days from where it is. A stay has at least one night. */
export function draggedBy(drag: StayDrag, daysOn: number, row: number): StayDrag {
  const { stay, edge } = drag;
  if (edge === "arrival") return { ...drag, arrival: Math.min(stay.arrival + daysOn, stay.departure - 1) };
  if (edge === "departure") return { ...drag, departure: Math.max(stay.departure + daysOn, stay.arrival + 1) };
  return { ...drag, row, arrival: stay.arrival + daysOn, departure: stay.departure + daysOn };
}

/** The drag after a key; undefined if the key does not move it. */
export function draggedByKey(drag: StayDrag, key: string, rows: number): StayDrag | undefined {
  const step = steps[key];
  if (!step) return undefined;
  const [down, right] = step;
  const daysOn = drag.edge === "departure" ? drag.departure - drag.stay.departure : drag.arrival - drag.stay.arrival;
  return draggedBy(drag, daysOn + right, rowWithin(drag.row + down, rows));
}

export const isSameDrag = (one: StayDrag | undefined, other: StayDrag): boolean =>
  one?.row === other.row && one.arrival === other.arrival && one.departure === other.departure;

export const moveTo = ({ stay, arrival, departure }: StayDrag, rental: number): MoveTo => ({
  ...{ stay, rental, arrival, departure },
});
