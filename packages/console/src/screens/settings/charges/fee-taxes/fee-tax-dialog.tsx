import { field } from "../../../../components/fields/field.ts";
import type { Choice } from "../../../../components/fields/use-choices.ts";
import { FieldGrid, wordsOf } from "../../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../../i18n/i18n.ts";
import { draftOfFeeTax, type FeeTax, type FeeTaxDraft, useFeeTaxWriting } from "./fee-taxes.ts";

interface FeeTaxDialogProps {
  /** Undefined for a new one. */
  readonly id: number | undefined;
  readonly fees: readonly Choice[];
  readonly taxes: readonly Choice[];
  readonly close: () => void;
}

/** A tax on a fee, included in its rate or on top. The fee is chosen once. */
export function FeeTaxDialog({ id, fees, taxes, close }: FeeTaxDialogProps) {
  const { t } = useI18n();
  const { writing } = useFeeTaxWriting();
  const fields = [
    ...(id === undefined ? [{ ...field("fee", "text", true), label: t("chargeTaxes.fee"), choices: fees }] : []),
    { ...field("tax_id", "text", true), label: t("rentalTerms.taxes.which"), choices: taxes },
    {
      ...field("tax_included_in_rate", "text", true),
      label: t("rentalTerms.taxes.how"),
      choices: [
        { value: "false", label: t("rentalTerms.taxes.onTop") },
        { value: "true", label: t("rentalTerms.taxes.included") },
      ],
    },
  ];
  const first = { fee: fees[0]?.value ?? "", tax_id: taxes[0]?.value ?? "" };
  return (
    <RecordDialog<FeeTax, FeeTaxDraft, number>
      {...{ id, writing, close }}
      {...wordsOf(fields)}
      kind="fees_taxes"
      title={id === undefined ? t("chargeTaxes.add") : t("chargeTaxes.edit")}
      draftOf={(one) => draftOfFeeTax(one, first)}
      saved={t("chargeTaxes.saved")}
    >
      {(form) => <FieldGrid {...{ fields, form }} />}
    </RecordDialog>
  );
}
