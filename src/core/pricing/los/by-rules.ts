import type { PercentageRatesRule } from "../rules/rates-rule.ts";

/** What follows from some rules in their order, made once for the same ones: so few that comparing lists is faster than making keys. */
export class ByRules<Value> {
  readonly #known: { readonly rules: readonly PercentageRatesRule[]; readonly value: Value }[] = [];

  of(rules: readonly PercentageRatesRule[], make: () => Value): Value {
    const known = this.#known.find((one) => areSame(one.rules, rules));
    if (known) return known.value;
    const value = make();
    this.#known.push({ rules, value });
    return value;
  }
}

/** Whether two lists hold the same, in the same order. */
export function areSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
