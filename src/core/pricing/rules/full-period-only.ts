import { type Period, periodsOf } from "../applicability.ts";
import { allLengths, type CheckIns, lengthsBetween, maxStayLength } from "../stay/check-ins.ts";
import type { Nights } from "../stay/stay.ts";
import { touches } from "./charge-at-least-full-period.ts";
import type { Rule } from "./rule.ts";

/**
 * `full_period_only`: a stay that touches the period without containing all of it is refused. 24 to 26 December means the nights of the
 * 24th, 25th and 26th, so a stay from the 24th to the 27th contains it, and a longer one does too. The periods of a rule's seasons count
 * separately.
 */
export interface FullPeriodOnly extends Rule {
  readonly kind: "full_period_only";
}

export function contains({ arrival, departure }: Nights, { start, end }: Period): boolean {
  return arrival <= start && departure > end;
}

/** The rules that refuse a stay. */
export function refusedByFullPeriod(rules: readonly FullPeriodOnly[], stay: Nights): readonly FullPeriodOnly[] {
  return rules.filter((rule) =>
    periodsOf(rule.applies).some((period) => touches(stay, period) && !contains(stay, period)),
  );
}

/** Refuses the lengths that touch a period without containing it; all lengths inside a period. */
export function refusePartsOfPeriods(rules: readonly FullPeriodOnly[], checkIns: CheckIns): void {
  for (const { start, end } of rules.flatMap((rule) => periodsOf(rule.applies))) {
    const first = Math.max(checkIns.first, start - maxStayLength + 1);
    for (let day = first; day <= end && day < checkIns.end; day++) {
      checkIns.refuse(day, day > start ? allLengths : lengthsBetween(start - day + 1, end - day));
    }
  }
}
