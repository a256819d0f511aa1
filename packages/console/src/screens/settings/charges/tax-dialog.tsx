import { field } from "../../../components/fields/field.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldDialog } from "../../../components/records/field-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfTax, type Tax, useTaxWriting } from "./taxes.ts";

interface TaxDialogProps {
  /** Undefined for a new tax. */
  readonly id: number | undefined;
  /** The account's locales, default first: the name is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A tax's names, kind and days. Its percentage is set once. */
export function TaxDialog({ id, locales, close }: TaxDialogProps) {
  const { t } = useI18n();
  const nameOf = useLocaleNames();
  const isNew = id === undefined;
  const kinds = t
    .namesBelow("rentalTerms.taxes.kinds")
    .map((value) => ({ value, label: t(`rentalTerms.taxes.kinds.${value}`) }));
  return (
    <FieldDialog<Tax>
      {...{ id, close }}
      kind="taxes"
      title={isNew ? t("charges.addTax") : t("charges.editTax")}
      fields={[
        ...locales.map((locale, index) => ({
          ...field(localized("name", locale), "text", index === 0),
          label: t("charges.nameIn", { language: nameOf(locale) }),
        })),
        { ...field("kind", "text", true), label: t("rentalTerms.taxes.kind"), choices: kinds },
        ...(isNew
          ? [{ ...field("percentage", "percent", true), label: t("rentalTerms.taxes.fields.percentage") }]
          : []),
        { ...field("start_date", "date", true), label: t("charges.firstDay") },
        { ...field("end_date", "date"), label: t("charges.lastDay") },
        { ...field("notes"), label: t("rentalEditor.fields.notes") },
      ]}
      writing={useTaxWriting()}
      draftOf={(tax) => draftOfTax(tax, locales)}
      saved={t("charges.taxSaved")}
    >
      {t("rentalTerms.taxes.anotherHint")}
    </FieldDialog>
  );
}
