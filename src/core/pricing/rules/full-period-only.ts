import { type Period, periodsOf } from "../applicability.ts";
import { allLengths, type CheckIns, lengthsBetween, longestLength } from "../stay/check-ins.ts";
import type { Nights } from "../stay/stay.ts";
import { touches } from "./charge-at-least-full-period.ts";
import type { Rule } from "./rule.ts";

/**
 * `full_period_only`: a stay that touches the period and does not contain all of it is refused. 24 to 26 December means the
 * nights of the 24th, 25th and 26th: an arrival on the 24th and a departure on the 27th contain it. Nights around it are no
 * obstacle. A rule with seasons has each of their periods by itself.
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

/** Refuses the lengths from the first that touches a period to the last that does not contain it; inside it all that touch it. */
export function refusePartsOfPeriods(rules: readonly FullPeriodOnly[], checkIns: CheckIns): void {
  for (const { start, end } of rules.flatMap((rule) => periodsOf(rule.applies))) {
    const first = Math.max(checkIns.first, start - longestLength + 1);
    for (let day = first; day <= end && day < checkIns.end; day++) {
      checkIns.refuse(day, day > start ? allLengths : lengthsBetween(start - day + 1, end - day));
    }
  }
}
