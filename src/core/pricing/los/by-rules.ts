import type { PercentageRatesRule } from "../rules/rates-rule.ts";

/** Caches a value per list of rules. There are few lists, so comparing them is faster than building keys. */
export class ByRules<Value> {
  readonly #cached: { readonly rules: readonly PercentageRatesRule[]; readonly value: Value }[] = [];

  of(rules: readonly PercentageRatesRule[], create: () => Value): Value {
    const cached = this.#cached.find((one) => areSame(one.rules, rules));
    if (cached) return cached.value;
    const value = create();
    this.#cached.push({ rules, value });
    return value;
  }
}

/** Whether two lists have the same items in the same order. */
export function areSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
