import { type Period, periodsOf } from "../applicability.ts";
import type { Nights } from "../stay/stay.ts";
import type { Rule } from "./rule.ts";

/**
 * `charge_at_least_full_period`: a stay that touches the period pays every night of it, once. Only the stay's own nights touch a period,
 * not nights that another rule adds. The periods of a rule's seasons count separately.
 */
export interface ChargeAtLeastFullPeriod extends Rule {
  readonly kind: "charge_at_least_full_period";
}

export function touches({ arrival, departure }: Nights, { start, end }: Period): boolean {
  return arrival <= end && departure > start;
}

/** Ten years, like the longest `length` of a rule. */
export const maxExtension = 3660;

/**
 * The periods that a stay pays in full, each with its rule. They are limited to ten years around the arrival, so that extreme dates
 * cannot slow a computation down.
 */
export function fullPeriods(
  rules: readonly ChargeAtLeastFullPeriod[],
  stay: Nights,
): readonly { readonly rule: ChargeAtLeastFullPeriod; readonly period: Period }[] {
  return rules.flatMap((rule) =>
    periodsOf(rule.applies)
      .filter((period) => touches(stay, period))
      .map(({ start, end }) => ({
        rule,
        period: {
          start: Math.max(start, stay.arrival - maxExtension),
          end: Math.min(end, stay.arrival + maxExtension),
        },
      })),
  );
}
