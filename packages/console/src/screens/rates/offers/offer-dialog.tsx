import { field } from "../../../components/fields/field.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldDialog } from "../../../components/records/field-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfOffer, type Offer, useOfferWriting } from "./offers.ts";

interface OfferDialogProps {
  readonly rental: number;
  /** Undefined for a new offer. */
  readonly id: number | undefined;
  /** The account's locales, default first: the name is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A special offer's names, discount and arrival days. */
export function OfferDialog({ rental, id, locales, close }: OfferDialogProps) {
  const { t } = useI18n();
  const { writing } = useOfferWriting(rental);
  const nameOf = useLocaleNames();
  return (
    <FieldDialog<Offer>
      {...{ id, close, writing }}
      kind="special_offers"
      title={id === undefined ? t("offers.add") : t("offers.edit")}
      fields={[
        ...locales.map((locale, index) => ({
          ...field(localized("name", locale), "text", index === 0),
          label: t("offers.nameIn", { language: nameOf(locale) }),
        })),
        { ...field("discount", "percent", true), label: t("offers.discount") },
        { ...field("start_date", "date", true), label: t("offers.first") },
        { ...field("end_date", "date", true), label: t("offers.last") },
      ]}
      draftOf={(offer) => draftOfOffer(offer, locales)}
      saved={t("offers.saved")}
    />
  );
}
