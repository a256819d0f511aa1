import { inForce } from "../applicability.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";
import { type NightWindow, spansInForce } from "../stay/night-window.ts";
import type { Nights } from "../stay/stay.ts";
import type { Rule } from "./rule.ts";

/**
 * `charge_at_least`: where the rule is in force on the arrival and the stay is shorter than `length`, as many nights as
 * `length` are charged, from the arrival on, each at its own rate. The length counts from the arrival. Of several the longest
 * acts. It is no minimum stay: one night may be booked, and is charged as three.
 */
export interface ChargeAtLeast extends Rule, Duration {
  readonly kind: "charge_at_least";
}

/** The rule that charges longest, and the day before which nights are charged; undefined when the stay is long enough for all. */
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

/**
 * For each arrival of a window the day before which nights are charged at least; the arrival itself where no rule is in force.
 */
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
