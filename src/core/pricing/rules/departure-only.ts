import type { CheckIns } from "../stay/check-ins.ts";
import { refusedByWeekdays } from "./arrival-only.ts";
import type { Rule } from "./rule.ts";

/**
 * `departure_only`: if rules of this kind are in force on the departure day, one of them must list its weekday; otherwise the stay is
 * refused. It applies to the departure as a day, although no night of the stay starts on it.
 */
export interface DepartureOnly extends Rule {
  readonly kind: "departure_only";
  /** 0 is Sunday … 6 Saturday. */
  readonly days: readonly number[];
}

/** Refuses the lengths that end on a day that no rule allows. */
export function refuseDepartures(rules: readonly DepartureOnly[], checkIns: CheckIns): void {
  if (rules.length === 0) return;
  const refused = checkIns.lengthsTo(refusedByWeekdays(rules, checkIns.days));
  for (let day = checkIns.first; day < checkIns.end; day++) checkIns.refuse(day, refused[day - checkIns.first] ?? 0);
}
