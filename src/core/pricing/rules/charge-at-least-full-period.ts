import { type Period, periodsOf } from "../applicability.ts";
import type { Nights } from "../stay/stay.ts";
import type { Rule } from "./rule.ts";

/**
 * `charge_at_least_full_period`: a stay that touches the period pays every night of the period, once. A stay touches a period
 * when one of its own nights lies in it; nights that another rule adds to what is charged do not count. A rule with seasons has
 * each of their periods by itself.
 */
export interface ChargeAtLeastFullPeriod extends Rule {
  readonly kind: "charge_at_least_full_period";
}

export function touches({ arrival, departure }: Nights, { start, end }: Period): boolean {
  return arrival <= end && departure > start;
}

/** Ten years: as long as the longest `length` of a rule. */
export const longestExtension = 3660;

/**
 * The periods that a stay has to pay in full, each with its rule. No stay is charged nights more than ten years from its arrival: dates
 * that reach further than any that is accepted today make no computation longer.
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
          start: Math.max(start, stay.arrival - longestExtension),
          end: Math.min(end, stay.arrival + longestExtension),
        },
      })),
  );
}
