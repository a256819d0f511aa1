import { inForce } from "../applicability.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";
import { type NightWindow, spansInForce } from "../stay/night-window.ts";
import type { Nights } from "../stay/stay.ts";
import type { Rule } from "./rule.ts";

/**
 * `charge_at_least`: if the rule is in force on the arrival and the stay is shorter than `length`, then `length` nights from the arrival
 * are charged, each at its own rate. Of several rules the longest applies. It is not a minimum stay: one night may be booked and is
 * charged as three.
 */
export interface ChargeAtLeast extends Rule, Duration {
  readonly kind: "charge_at_least";
}

/** The rule with the longest charge, and the day on which the charge ends; undefined if the stay is long enough for all rules. */
export function chargedAtLeast<R extends Rule & Duration>(
  rules: readonly R[],
  { arrival, departure }: Nights,
): { readonly rule: R; readonly until: number } | undefined {
  let longest: { rule: R; until: number } | undefined;
  for (const rule of rules) {
    if (!inForce(rule.applies, arrival)) continue;
    const until = dayAfter(arrival, rule);
    if (until > (longest?.until ?? departure)) longest = { rule, until };
  }
  return longest;
}

/** For each arrival of a window, the day on which the minimum charge ends; the arrival itself without a rule in force. */
export function chargedAtLeastByArrival(rules: readonly (Rule & Duration)[], arrivals: NightWindow): Int32Array {
  const until = new Int32Array(arrivals.end - arrivals.first);
  for (let index = 0; index < until.length; index++) until[index] = arrivals.first + index;
  for (const rule of rules) {
    for (const { from, to } of spansInForce(rule.applies, arrivals)) {
      for (let index = from; index < to; index++) {
        until[index] = Math.max(until[index] ?? 0, dayAfter(arrivals.first + index, rule));
      }
    }
  }
  return until;
}
