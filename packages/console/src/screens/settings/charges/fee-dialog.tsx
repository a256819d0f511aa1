import { field } from "../../../components/fields/field.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldDialog } from "../../../components/records/field-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Fee } from "../../rental-editor/fee-draft.ts";
import { useGeneralSettings } from "../account/general-settings.ts";
import { draftOfFee, useFeeWriting } from "./fees.ts";

interface FeeDialogProps {
  /** Undefined for a new fee. */
  readonly id: number | undefined;
  /** The account's locales, default first: the name is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A fee's names, rate and the part that is due at booking. */
export function FeeDialog({ id, locales, close }: FeeDialogProps) {
  const { language, t } = useI18n();
  const { writing } = useFeeWriting();
  const nameOf = useLocaleNames();
  const currency = useGeneralSettings().data?.default_currency ?? "EUR";
  const kinds = t
    .namesBelow("rentalTerms.fees.kinds")
    .map((value) => ({ value, label: t(`rentalTerms.fees.kinds.${value}`) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const rateKinds = t
    .namesBelow("rentalTerms.fees.rateKinds")
    .map((value) => ({ value, label: t(`rentalTerms.fees.rateKinds.${value}`) }));
  return (
    <FieldDialog<Fee>
      {...{ id, close, writing }}
      kind="fees"
      title={id === undefined ? t("charges.addFee") : t("charges.editFee")}
      fields={[
        ...locales.map((locale, index) => ({
          ...field(localized("name", locale), "text", index === 0),
          label: t("charges.nameIn", { language: nameOf(locale) }),
        })),
        { ...field("kind", "text", true), label: t("rentalTerms.fees.kind"), choices: kinds },
        { ...field("rate", "percent", true), label: t("charges.rate") },
        { ...field("rate_kind", "text", true), label: t("rentalTerms.fees.rateKind"), choices: rateKinds },
        { ...field("currency", "currency", true), label: t("rentalEditor.fields.currency") },
        { ...field("downpayment_percentage", "percent", true), label: t("rentalTerms.fees.downpayment") },
        { ...field("maximum_possible_rate", "percent"), label: t("charges.cap"), description: t("charges.capHint") },
        { ...field("stock", "count"), label: t("charges.stock"), description: t("charges.stockHint") },
        { ...field("cutoff_hours", "count"), label: t("charges.cutoff"), description: t("charges.cutoffHint") },
        { ...field("notes"), label: t("rentalEditor.fields.notes") },
      ]}
      draftOf={(fee) => draftOfFee(fee, locales, currency)}
      saved={t("charges.feeSaved")}
    >
      {t("charges.forNewBookings")}
    </FieldDialog>
  );
}
