import { formatDay } from "../../../src/core/day.ts";

/** The month of a day: 1 is January. */
export function civilMonth(day: number): number {
  return Number(formatDay(day).slice(5, 7));
}
