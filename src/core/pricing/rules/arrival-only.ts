import { weekdayOf } from "../../day.ts";
import { inForce } from "../applicability.ts";
import { allLengths, type CheckIns } from "../stay/check-ins.ts";
import { type NightWindow, spansInForce } from "../stay/night-window.ts";
import type { Rule } from "./rule.ts";

/**
 * `arrival_only`: if rules of this kind are in force on the arrival day, one of them must list its weekday; otherwise the stay is
 * refused. Without a rule in force, every weekday is allowed.
 */
export interface ArrivalOnly extends Rule {
  readonly kind: "arrival_only";
  /** 0 is Sunday … 6 Saturday. */
  readonly days: readonly number[];
}

/** The rules that refuse an arrival (or departure) on a day: all that are in force, unless one lists its weekday. */
export function refusedByWeekday<R extends Rule & { readonly days: readonly number[] }>(
  rules: readonly R[],
  day: number,
): readonly R[] {
  const relevant = rules.filter((rule) => inForce(rule.applies, day));
  return relevant.some((rule) => rule.days.includes(weekdayOf(day))) ? [] : relevant;
}

/** The same for every day of a window: 1 where a day is refused, 2 where a rule lists its weekday. */
export function refusedByWeekdays(
  rules: readonly (Rule & { readonly days: readonly number[] })[],
  window: NightWindow,
): Uint8Array {
  const refused = new Uint8Array(window.end - window.first);
  for (const rule of rules) {
    const listed = Array.from({ length: 7 }, (_, weekday) => rule.days.includes(weekday));
    for (const { from, to } of spansInForce(rule.applies, window)) {
      for (let index = from, weekday = weekdayOf(window.first + from); index < to; index++) {
        if (listed[weekday]) refused[index] = 2;
        else if (refused[index] === 0) refused[index] = 1;
        weekday = weekday === 6 ? 0 : weekday + 1;
      }
    }
  }
  return refused;
}

/** Refuses all lengths on check-in days that no rule allows. */
export function refuseArrivals(rules: readonly ArrivalOnly[], checkIns: CheckIns): void {
  if (rules.length === 0) return;
  const refused = refusedByWeekdays(rules, checkIns);
  for (let day = checkIns.first; day < checkIns.end; day++) {
    if (refused[day - checkIns.first] === 1) checkIns.refuse(day, allLengths);
  }
}
