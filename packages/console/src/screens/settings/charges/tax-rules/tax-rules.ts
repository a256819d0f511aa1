import type { Resource } from "@roost/client";
import { useI18n } from "../../../../i18n/i18n.ts";

/** A condition on the length of stays that a tax is levied on (pricing.md §6). */
export interface TaxRule {
  /** Distinguishes the lines of a form. */
  readonly key: string;
  readonly comparator: Comparator;
  /** Nights, as text. */
  readonly nights: string;
}

type Comparator = Resource<"tax_rules">["comparator"];

/** The words of each comparison, in the order of the list. */
export const comparators = [
  { comparator: ">=", word: "atLeast" },
  { comparator: ">", word: "moreThan" },
  { comparator: "<=", word: "atMost" },
  { comparator: "<", word: "lessThan" },
  { comparator: "==", word: "exactly" },
  { comparator: "!=", word: "otherThan" },
] as const;

export const ruleOf = (comparator: Comparator = ">=", nights = ""): TaxRule => ({
  key: crypto.randomUUID(),
  ...{ comparator, nights },
});

/** The rules as the API takes them. A line without nights is left out. */
export const writtenRules = (rules: readonly TaxRule[]) =>
  rules
    .filter(({ nights }) => nights.trim() !== "")
    .map(({ comparator, nights }) => ({
      compared_attribute: "length_of_stay" as const,
      comparator,
      value: Number(nights),
    }));

/** A tax's rules in words, such as "Only stays of at least 3 nights"; undefined without a rule. */
export function useRuleWords() {
  const { language, t } = useI18n();
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return (rules: readonly { readonly comparator: Comparator; readonly value: string }[]): string | undefined => {
    const words = rules.map(({ comparator, value }) => {
      const { word = "atLeast" } = comparators.find((one) => one.comparator === comparator) ?? {};
      return t(`chargeTaxes.rules.${word}`, { count: Number(value) });
    });
    return words.length === 0 ? undefined : t("chargeTaxes.onlyStays", { rules: list.format(words) });
  };
}
