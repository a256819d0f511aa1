import { ruleSentence } from "@roost/messages/rule-sentence.ts";
import { useFormatLocale } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { RuleValues } from "./rule-draft.ts";
import type { RuleNames } from "./rule-names.ts";

const listed = ["rental_ids", "rentals_tag_ids", "source_ids", "bookings_tag_ids", "languages"] as const;

/** A function that describes a rule, saved or not, in the person's language. */
export function useRuleSentence(names: RuleNames): (rule: RuleValues) => string {
  const { t } = useI18n();
  const locale = useFormatLocale();
  return (rule) => {
    const labelOf = (attribute: keyof RuleNames, id: number | string): string =>
      names[attribute].find(({ value }) => value === String(id))?.label ?? "…";
    const labels = {
      template: rule.template === null ? undefined : labelOf("templates", rule.template),
      work: t(`tasks.kinds.${rule.task_kind ?? "other"}`),
      lists: listed.map((attribute) => (rule[attribute] ?? []).map((id) => labelOf(attribute, id))),
    };
    return ruleSentence(rule, labels, t, locale);
  };
}
