import { weekdayOf } from "../../day.ts";
import { inForce } from "../applicability.ts";
import { allLengths, type CheckIns } from "../check-ins.ts";
import type { Rule } from "./rule.ts";

/**
 * `arrival_only`: where rules of this kind are in force on the arrival day, one of them must list its weekday, else the stay is
 * refused. Together they say on which weekdays guests may arrive; where none is in force, every day will do.
 */
export interface ArrivalOnly extends Rule {
  readonly kind: "arrival_only";
  /** 0 is Sunday … 6 Saturday. */
  readonly days: readonly number[];
}

/** The rules that refuse an arrival (or a departure) on a day: all that are in force on it, unless one lists its weekday. */
export function refusedByWeekday<R extends Rule & { readonly days: readonly number[] }>(
  rules: readonly R[],
  day: number,
): readonly R[] {
  const relevant = rules.filter((rule) => inForce(rule.applies, day));
  return relevant.some((rule) => rule.days.includes(weekdayOf(day))) ? [] : relevant;
}

/** Refuses all lengths on the check-in days that no rule allows. */
export function refuseArrivals(rules: readonly ArrivalOnly[], checkIns: CheckIns): void {
  if (rules.length === 0) return;
  for (let day = checkIns.first; day < checkIns.end; day++) {
    if (refusedByWeekday(rules, day).length > 0) checkIns.refuse(day, allLengths);
  }
}
