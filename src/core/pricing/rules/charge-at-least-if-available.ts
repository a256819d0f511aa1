import type { Duration } from "../stay/duration.ts";
import { freeNightsFrom, type TakenNights } from "../stay/free-nights.ts";
import type { Nights } from "../stay/stay.ts";
import { chargedAtLeast } from "./charge-at-least.ts";
import type { Rule } from "./rule.ts";

/**
 * `charge_at_least_if_available`: as `charge_at_least`, but only as far as the nights after the departure are free of bookings.
 * The first taken night ends what is charged: a guest does not pay for nights that somebody else sleeps in.
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
