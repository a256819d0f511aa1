import type { Formats } from "../../components/formats.ts";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { ruleSentence, type SentenceRule, useRules, useSeasons } from "./rules.ts";

/** The rules of a rental's rates table, with functions to describe them. */
export function useRuleSentences({ table, currency }: PricedRental, formats: Formats) {
  const { language, t } = useI18n();
  const rules = useRules(table);
  const seasons = useSeasons(table);
  const seasonName = (id: number): string => {
    const season = seasons.data?.find((one) => one.id === id);
    return season ? textIn(season.name, language) : "";
  };
  const sentenceOf = (rule: SentenceRule): string => ruleSentence(rule, { t, formats, currency }, seasonName);
  const explain = (id: number): string | undefined => {
    const rule = rules.data?.find((one) => one.id === id);
    return rule && sentenceOf(rule);
  };
  return { rules, sentenceOf, explain };
}
