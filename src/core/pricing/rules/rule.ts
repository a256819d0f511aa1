import { type Applicability, inForce } from "../applicability.ts";
import { wholeFactor } from "../arithmetic.ts";
import { spansAmong } from "../stay/night-window.ts";
import type { Stay } from "../stay/stay.ts";

/** What every rates rule has: its id, and when it applies. */
export interface Rule {
  readonly id: number;
  readonly applies: Applicability;
}

/** A rule that changes a night by a percentage: basis points, at least -10,000. +20 % is 2,000. */
export interface PercentageRule extends Rule {
  readonly percentage: number;
}

export function factorOf(rule: PercentageRule): number {
  return wholeFactor + rule.percentage;
}

/** Takes note of how much a rule changed a night's price, in hundredths of the minor unit. */
export type Note<R extends Rule> = (rule: R, change: number) => void;

/**
 * A kind of which one rule at most acts on a night: of those that match the stay and are in force on that night, the strongest.
 * Silent in the specification: of equally strong ones the oldest, which has the smallest id, acts.
 */
export interface StrongestWins<R extends Rule> {
  matches(rule: R, stay: Stay, today: number): boolean;
  /** The higher, the stronger; compared among the rules that match one stay. */
  strength(rule: R, stay: Stay, today: number): number;
}

/** The rules that match a stay, the strongest first. */
export function strongestFirst<R extends Rule>(
  kind: StrongestWins<R>,
  rules: readonly R[],
  stay: Stay,
  today: number,
): readonly R[] {
  const matching = rules.filter((rule) => kind.matches(rule, stay, today));
  if (matching.length < 2) return matching;
  return matching.sort((a, b) => kind.strength(b, stay, today) - kind.strength(a, stay, today));
}

export function firstInForce<R extends Rule>(rules: readonly R[], night: number): R | undefined {
  for (const rule of rules) if (inForce(rule.applies, night)) return rule;
  return undefined;
}

/**
 * For each of some nights (epoch days in ascending order) the factor of the first of the rules (strongest first) that is in force on
 * it: painted from the weakest to the strongest, each over the others. `none` where there is no such rule.
 */
export function strongestFactors(rules: readonly PercentageRule[], nights: Int32Array, none: number): Float64Array {
  const factors = new Float64Array(nights.length).fill(none);
  for (const rule of rules.toReversed()) {
    for (const { from, to } of spansAmong(rule.applies, nights)) factors.fill(factorOf(rule), from, to);
  }
  return factors;
}
