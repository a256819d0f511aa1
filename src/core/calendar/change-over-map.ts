import { covers, periodsOf } from "../pricing/applicability.ts";
import { refusedByWeekday } from "../pricing/rules/arrival-only.ts";
import { refusedForGapBefore } from "../pricing/rules/prevent-gap.ts";
import { refusedAsTooFarAhead } from "../pricing/rules/prevent-if-booked-ahead-of.ts";
import { refusedAsTooSoon } from "../pricing/rules/prevent-if-booked-less-than.ts";
import { type RatesRule, type RulesByKind, rulesByKind } from "../pricing/rules/rates-rule.ts";
import { calendarDays } from "./availability-map.ts";
import { FreeNights, type TakenNights } from "./gaps.ts";

/**
 * The change-over map of a rental: 1096 characters, one a day from `from` on: `C` check-in and check-out, `I` check-in only,
 * `O` check-out only, `X` neither (bookings.md, Maps). From bookings and rules:
 *
 * - a guest can check in when the night that begins is free, and out when the night that ended was;
 * - a rule closes a day for check-in when it refuses every stay that arrives on it: `arrival_only`, both `prevent_if_booked_…`,
 *   a gap before it (`prevent_gap`), and `full_period_only` on a day that parts a period;
 * - for check-out when it refuses every stay that departs on it: `departure_only`, and `full_period_only` on a day that parts a
 *   period.
 *
 * Silent in the specification: what depends on both ends of a stay (minimum stays, a gap left behind it) closes no day, and
 * neither does a night without a rate.
 * @param taken nights that are not free, also those just before `from`
 */
export function changeOverMap(
  taken: readonly TakenNights[],
  rules: readonly RatesRule[],
  from: number,
  today: number,
): string {
  const byKind = rulesByKind(rules);
  const wholePeriods = byKind.full_period_only.flatMap((rule) => periodsOf(rule.applies));
  const free = new FreeNights(taken, from - 1, from + calendarDays);
  let map = "";
  for (let day = from; day < from + calendarDays; day++) {
    const isInside = wholePeriods.some((period) => covers(period, day) && day > period.start);
    const arrives = free.from(day) > 0 && !isInside && allowsArrival(byKind, day, today, free.before(day));
    const departs = free.from(day - 1) > 0 && !isInside && refusedByWeekday(byKind.departure_only, day).length === 0;
    map += arrives ? (departs ? "C" : "I") : departs ? "O" : "X";
  }
  return map;
}

function allowsArrival(rules: RulesByKind, day: number, today: number, freeBefore: number): boolean {
  return (
    refusedByWeekday(rules.arrival_only, day).length === 0 &&
    refusedAsTooFarAhead(rules.prevent_if_booked_ahead_of, day, today).length === 0 &&
    refusedAsTooSoon(rules.prevent_if_booked_less_than, day, today).length === 0 &&
    refusedForGapBefore(rules.prevent_gap, day, today, freeBefore).length === 0
  );
}
