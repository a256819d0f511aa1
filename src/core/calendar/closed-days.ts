import { periodsOf } from "../pricing/applicability.ts";
import { closedByOverrides, type NightOverride } from "../pricing/rates/overrides.ts";
import { refuseArrivals, refusedByWeekday } from "../pricing/rules/arrival-only.ts";
import type { PreventGap } from "../pricing/rules/prevent-gap.ts";
import { refuseTooFarAhead } from "../pricing/rules/prevent-if-booked-ahead-of.ts";
import { refuseTooSoon } from "../pricing/rules/prevent-if-booked-less-than.ts";
import { type RatesRule, type RatesRuleKind, rulesByKind } from "../pricing/rules/rates-rule.ts";
import { CheckIns } from "../pricing/stay/check-ins.ts";
import { calendarDays } from "./availability-map.ts";

/** The rule kinds that close days for check-in or check-out. */
export const closingKinds = [
  "arrival_only",
  "departure_only",
  "full_period_only",
  "prevent_gap",
  "prevent_if_booked_ahead_of",
  "prevent_if_booked_less_than",
] as const satisfies readonly RatesRuleKind[];

/** The days that rules and overrides close, regardless of bookings. */
export interface ClosedDays {
  readonly from: number;
  readonly today: number;
  /** By day index: nonzero where no guest may check in, or out. */
  readonly arrivals: ArrayLike<number>;
  readonly departures: ArrayLike<number>;
  /** Rules that close more check-in days, depending on the previous booking. */
  readonly gaps: readonly PreventGap[];
}

/**
 * A rule closes a day for check-in when it refuses every stay that arrives on it: `arrival_only`, both `prevent_if_booked_…`, `prevent_gap`
 * for a gap before it, and `full_period_only` within a period. It closes a day for check-out when it refuses every stay that departs on it:
 * `departure_only`, and `full_period_only` within a period.
 * Rentals with the same rates table share the result.
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

/** The same with the days that a rental's own overrides close. */
export function withClosings(closed: ClosedDays, overrides: readonly NightOverride[]): ClosedDays {
  if (overrides.length === 0) return closed;
  const window = { first: closed.from, end: closed.from + calendarDays };
  const arrivals = closedByOverrides(overrides, "closedToArrival", window);
  const departures = closedByOverrides(overrides, "closedToDeparture", window);
  return {
    ...closed,
    arrivals: arrivals.map((isClosed, index) => (isClosed || closed.arrivals[index] ? 1 : 0)),
    departures: departures.map((isClosed, index) => (isClosed || closed.departures[index] ? 1 : 0)),
  };
}
