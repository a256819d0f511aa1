import { dayOfInstant, instantOnDay } from "../../../core/day.ts";
import type { StayEnd } from "./task.ts";

/** The time in which a task may be done, as readings of the rental's clock: epoch milliseconds as if in UTC. */
export interface TaskWindow {
  readonly from: number;
  readonly until: number;
}

/** A stay's ends, as readings of the rental's clock. */
export interface StayTimes {
  readonly startAt: number;
  readonly endAt: number;
}

/**
 * The times of a task without its own times: from the departure to the end of its day, or from the beginning of the
 * arrival's day to the arrival.
 */
export function windowAt(end: StayEnd, { startAt, endAt }: StayTimes): TaskWindow {
  return end === "departure"
    ? { from: endAt, until: endOfDay(endAt) }
    : { from: instantOnDay(dayOfInstant(startAt), 0), until: startAt };
}

/** The last minute of a reading's day, or the reading itself if it is later. */
export const endOfDay = (reading: number): number =>
  Math.max(reading, instantOnDay(dayOfInstant(reading) + 1, 0) - 60_000);
