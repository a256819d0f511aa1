import type { Duration } from "../stay/duration.ts";
import { freeNightsFrom, type TakenNights } from "../stay/free-nights.ts";
import type { Nights } from "../stay/stay.ts";
import { chargedAtLeast } from "./charge-at-least.ts";
import type { Rule } from "./rule.ts";

/**
 * `charge_at_least_if_available`: like `charge_at_least`, but only up to the first taken night after the departure. A guest does not pay
 * for nights that another guest occupies.
 */
export interface ChargeAtLeastIfAvailable extends Rule, Duration {
  readonly kind: "charge_at_least_if_available";
}

export function chargedAtLeastIfAvailable(
  rules: readonly ChargeAtLeastIfAvailable[],
  stay: Nights,
  taken: readonly TakenNights[],
): { readonly rule: ChargeAtLeastIfAvailable; readonly until: number } | undefined {
  const longest = chargedAtLeast(rules, stay);
  if (!longest) return undefined;
  const free = freeNightsFrom(taken, stay.departure);
  return { rule: longest.rule, until: Math.min(longest.until, stay.departure + free) };
}
