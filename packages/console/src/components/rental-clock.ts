import { instantIn, localTime } from "../../../../src/core/time-zone.ts";

/** An instant on the rental's clock, to the minute: `2027-01-04T16:00`. */
export const rentalTime = (timeZone: string, instant: number): string =>
  new Date(localTime(timeZone, instant)).toISOString().slice(0, 16);

/** The instant (epoch milliseconds) of such a text; NaN for an unfinished one. */
export function rentalInstant(timeZone: string, text: string): number {
  const local = Date.parse(`${text}Z`);
  return Number.isNaN(local) ? local : instantIn(timeZone, local);
}
