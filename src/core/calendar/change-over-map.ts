import { refusedForGapBefore } from "../pricing/rules/prevent-gap.ts";
import { FreeNights, type TakenNights } from "../pricing/stay/free-nights.ts";
import { calendarDays } from "./availability-map.ts";
import type { ClosedDays } from "./closed-days.ts";

/**
 * A rental's change-over map: one character per day from `from` on: `C` check-in and check-out, `I` check-in only, `O` check-out only, `X`
 * neither (bookings.md, Maps). Check-in needs a free night ahead, check-out a free night behind, and no rule or override that closes the day.
 *
 * Not specified: conditions on both ends of a stay (minimum stays, a gap behind it) close no day, and neither does a missing rate.
 * @param taken nights that are not free, including the one before `from`
 */
export function changeOverMap(taken: readonly TakenNights[], closed: ClosedDays): string {
  const { from, arrivals, departures } = closed;
  const free = new FreeNights(taken, from - 1, from + calendarDays);
  let map = "";
  for (let index = 0; index < calendarDays; index++) {
    const day = from + index;
    const arrives = free.from(day) > 0 && arrivals[index] === 0 && !followsGap(closed, day, free.before(day));
    const departs = free.from(day - 1) > 0 && departures[index] === 0;
    map += arrives ? (departs ? "C" : "I") : departs ? "O" : "X";
  }
  return map;
}

function followsGap({ gaps, today }: ClosedDays, day: number, freeBefore: number): boolean {
  if (gaps.length === 0 || freeBefore === 0 || freeBefore === Number.POSITIVE_INFINITY) return false;
  return refusedForGapBefore(gaps, day, today, freeBefore).length > 0;
}
