import { inForce } from "../applicability.ts";
import { allLengths, type CheckIns } from "../stay/check-ins.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";
import type { Rule } from "./rule.ts";

/**
 * `prevent_if_booked_ahead_of`: if the rule is in force on the arrival, an arrival after today + `length` is refused. With one year, 4
 * January 2028 may still be booked on 4 January 2027.
 */
export interface PreventIfBookedAheadOf extends Rule, Duration {
  readonly kind: "prevent_if_booked_ahead_of";
}

/** The rules that refuse an arrival. */
export function refusedAsTooFarAhead(
  rules: readonly PreventIfBookedAheadOf[],
  arrival: number,
  today: number,
): readonly PreventIfBookedAheadOf[] {
  return rules.filter((rule) => inForce(rule.applies, arrival) && arrival > dayAfter(today, rule));
}

/** Refuses all lengths on check-in days that are too far ahead. */
export function refuseTooFarAhead(rules: readonly PreventIfBookedAheadOf[], checkIns: CheckIns, today: number): void {
  for (const rule of rules) {
    for (let day = Math.max(checkIns.first, dayAfter(today, rule) + 1); day < checkIns.end; day++) {
      if (inForce(rule.applies, day)) checkIns.refuse(day, allLengths);
    }
  }
}
