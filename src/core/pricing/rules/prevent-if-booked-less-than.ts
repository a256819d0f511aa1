import { inForce } from "../applicability.ts";
import { allLengths, type CheckIns } from "../stay/check-ins.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";
import type { Rule } from "./rule.ts";

/**
 * `prevent_if_booked_less_than`: if the rule is in force on the arrival, an arrival before today + `length` is refused. With 2 days,
 * today and tomorrow are refused, and the day after tomorrow is allowed.
 */
export interface PreventIfBookedLessThan extends Rule, Duration {
  readonly kind: "prevent_if_booked_less_than";
}

/** The rules that refuse an arrival. */
export function refusedAsTooSoon(
  rules: readonly PreventIfBookedLessThan[],
  arrival: number,
  today: number,
): readonly PreventIfBookedLessThan[] {
  return rules.filter((rule) => inForce(rule.applies, arrival) && arrival < dayAfter(today, rule));
}

/** Refuses all lengths on check-in days that are too soon. */
export function refuseTooSoon(rules: readonly PreventIfBookedLessThan[], checkIns: CheckIns, today: number): void {
  for (const rule of rules) {
    const end = Math.min(checkIns.end, dayAfter(today, rule));
    for (let day = checkIns.first; day < end; day++) {
      if (inForce(rule.applies, day)) checkIns.refuse(day, allLengths);
    }
  }
}
