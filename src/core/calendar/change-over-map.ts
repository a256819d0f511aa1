import { refusedForGapBefore } from "../pricing/rules/prevent-gap.ts";
import { FreeNights, type TakenNights } from "../pricing/stay/free-nights.ts";
import { calendarDays } from "./availability-map.ts";
import type { ClosedDays } from "./closed-days.ts";

/**
 * The change-over map of a rental: 1096 characters, one a day from `from` on: `C` check-in and check-out, `I` check-in only,
 * `O` check-out only, `X` neither (bookings.md, Maps). From bookings and rules: a guest can check in when the night that begins is
 * free, and out when the night that ended was, unless a rule closes the day (see `closedDays`).
 *
 * Silent in the specification: what depends on both ends of a stay (minimum stays, a gap left behind it) closes no day, and
 * neither does a night without a rate.
 * @param taken nights that are not free, also those just before `from`
 * @param closed what the rules make of the days; rentals that share a rates table share it
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
