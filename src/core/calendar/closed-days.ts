import { periodsOf } from "../pricing/applicability.ts";
import { refuseArrivals, refusedByWeekday } from "../pricing/rules/arrival-only.ts";
import type { PreventGap } from "../pricing/rules/prevent-gap.ts";
import { refuseTooFarAhead } from "../pricing/rules/prevent-if-booked-ahead-of.ts";
import { refuseTooSoon } from "../pricing/rules/prevent-if-booked-less-than.ts";
import { type RatesRule, type RatesRuleKind, rulesByKind } from "../pricing/rules/rates-rule.ts";
import { CheckIns } from "../pricing/stay/check-ins.ts";
import { calendarDays } from "./availability-map.ts";

/** The kinds of rule that close days for check-in or check-out; no other changes a change-over map. */
export const closingKinds = [
  "arrival_only",
  "departure_only",
  "full_period_only",
  "prevent_gap",
  "prevent_if_booked_ahead_of",
  "prevent_if_booked_less_than",
] as const satisfies readonly RatesRuleKind[];

/** What rules make of 1096 days from `from` on, whatever is booked: the same for all rentals that share a rates table. */
export interface ClosedDays {
  readonly from: number;
  readonly today: number;
  /** By the index of a day: not 0 where no guest may check in, or out. */
  readonly arrivals: ArrayLike<number>;
  readonly departures: ArrayLike<number>;
  /** The rules that close more days for check-in, depending on the booking before. */
  readonly gaps: readonly PreventGap[];
}

/**
 * - A rule closes a day for check-in when it refuses every stay that arrives on it: `arrival_only`, both `prevent_if_booked_…`,
 *   a gap before it (`prevent_gap`), and `full_period_only` on a day that parts a period;
 * - for check-out when it refuses every stay that departs on it: `departure_only`, and `full_period_only` on a day that parts a
 *   period.
 */
export function closedDays(rules: readonly RatesRule[], from: number, today: number): ClosedDays {
  const byKind = rulesByKind(rules);
  const checkIns = new CheckIns(from, from + calendarDays);
  refuseArrivals(byKind.arrival_only, checkIns);
  refuseTooFarAhead(byKind.prevent_if_booked_ahead_of, checkIns, today);
  refuseTooSoon(byKind.prevent_if_booked_less_than, checkIns, today);
  const arrivals = checkIns.refused;
  const departures = new Uint8Array(calendarDays);
  if (byKind.departure_only.length > 0) {
    for (let index = 0; index < calendarDays; index++) {
      if (refusedByWeekday(byKind.departure_only, from + index).length > 0) departures[index] = 1;
    }
  }
  for (const { start, end } of byKind.full_period_only.flatMap((rule) => periodsOf(rule.applies))) {
    if (end < from) continue;
    const [first, after] = [Math.max(start + 1 - from, 0), end + 1 - from];
    arrivals.fill(1, first, after);
    departures.fill(1, first, after);
  }
  return { from, today, arrivals, departures, gaps: byKind.prevent_gap };
}
