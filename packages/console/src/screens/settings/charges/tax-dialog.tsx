import { field } from "../../../components/fields/field.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { TaxRuleLines } from "./tax-rules/tax-rule-lines.tsx";
import { useRuleWords, writtenRules } from "./tax-rules/tax-rules.ts";
import { draftOfTax, type Tax, type TaxDraft, useTaxWriting } from "./taxes.ts";

interface TaxDialogProps {
  /** Undefined for a new tax. */
  readonly id: number | undefined;
  /** The account's locales, default first: the name is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A tax's names, kind, days and lengths of stay. Its percentage is set once. */
export function TaxDialog({ id, locales, close }: TaxDialogProps) {
  const { t } = useI18n();
  const ruleWords = useRuleWords();
  const languageOf = useLocaleNames();
  const isNew = id === undefined;
  const kinds = t
    .namesBelow("rentalTerms.taxes.kinds")
    .map((value) => ({ value, label: t(`rentalTerms.taxes.kinds.${value}`) }));
  const fields = [
    ...locales.map((locale, index) => ({
      ...field(localized("name", locale), "text", index === 0),
      label: t("charges.nameIn", { language: languageOf(locale) }),
    })),
    { ...field("kind", "text", true), label: t("rentalTerms.taxes.kind"), choices: kinds },
    ...(isNew ? [{ ...field("percentage", "percent", true), label: t("rentalTerms.taxes.fields.percentage") }] : []),
    { ...field("start_date", "date", true), label: t("charges.firstDay") },
    { ...field("end_date", "date"), label: t("charges.lastDay") },
    { ...field("notes"), label: t("rentalEditor.fields.notes") },
  ];
  const { excluded, nameOf, textOf } = wordsOf(fields);
  return (
    <RecordDialog<Tax, TaxDraft, number>
      {...{ id, close }}
      kind="taxes"
      title={isNew ? t("charges.addTax") : t("charges.editTax")}
      writing={useTaxWriting()}
      draftOf={(tax) => draftOfTax(tax, locales)}
      excluded={[...excluded, "tax_rules"]}
      nameOf={(name) => (name === "rules" ? t("chargeTaxes.stays") : nameOf(name))}
      textOf={(draft, name) =>
        name === "rules"
          ? (ruleWords(writtenRules(draft.rules).map((rule) => ({ ...rule, value: String(rule.value) }))) ?? "")
          : textOf(draft, name)
      }
      saved={t("charges.taxSaved")}
    >
      {(form) => (
        <>
          <FieldGrid {...{ fields, form }} />
          <TaxRuleLines
            rules={form.draft.rules}
            error={form.error}
            change={(rules) => form.setDraft((before) => ({ ...before, rules }))}
          />
          <p className="hint">{t("rentalTerms.taxes.anotherHint")}</p>
        </>
      )}
    </RecordDialog>
  );
}
