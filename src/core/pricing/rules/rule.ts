import { type Applicability, inForce } from "../applicability.ts";
import { wholeFactor } from "../arithmetic.ts";
import { spansAmong } from "../stay/night-window.ts";
import type { Stay } from "../stay/stay.ts";

/** The common part of all rates rules. */
export interface Rule {
  readonly id: number;
  readonly applies: Applicability;
}

/** A rule that changes a night by a percentage: basis points, at least -10,000. +20% is 2,000. */
export interface PercentageRule extends Rule {
  readonly percentage: number;
}

export function factorOf(rule: PercentageRule): number {
  return wholeFactor + rule.percentage;
}

/** Records how much a rule changed a night's price, in hundredths of the minor unit. */
export type Note<R extends Rule> = (rule: R, change: number) => void;

/**
 * A kind of which at most one rule applies to a night: the strongest that matches the stay and is in force on that night. Not specified:
 * of equally strong rules the oldest, with the smallest id, applies.
 */
export interface StrongestWins<R extends Rule> {
  matches(rule: R, stay: Stay, today: number): boolean;
  /** Higher is stronger; compared among rules that match the same stay. */
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
 * For each night (ascending epoch days), the factor of the strongest rule in force, or `none`. Rules are painted from the weakest to the
 * strongest.
 * @param rules the strongest first
 */
export function strongestFactors(rules: readonly PercentageRule[], nights: Int32Array, none: number): Float64Array {
  const factors = new Float64Array(nights.length).fill(none);
  for (const rule of rules.toReversed()) {
    for (const { from, to } of spansAmong(rule.applies, nights)) factors.fill(factorOf(rule), from, to);
  }
  return factors;
}
