import { TextInput } from "@mantine/core";
import { DayInput } from "../../../components/day-input.tsx";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import records from "../../../components/records/records.module.css";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfOffer, nameField, type Offer, type OfferDraft, useOfferWriting } from "./offers.ts";

interface OfferDialogProps {
  readonly rental: number;
  /** Undefined for a new offer. */
  readonly id: number | undefined;
  /** The account's locales, default first: the name is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A special offer's discount, arrival days and names. */
export function OfferDialog({ rental, id, locales, close }: OfferDialogProps) {
  const { language, t } = useI18n();
  const { writing } = useOfferWriting(rental);
  const languages = new Intl.DisplayNames([language], { type: "language" });
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      locales.map((locale) => [nameField(locale), t("offers.nameIn", { language: languages.of(locale) ?? locale })]),
    ),
    ...{ discount: t("offers.discount"), start_date: t("offers.first"), end_date: t("offers.last") },
  };
  return (
    <RecordDialog<Offer, OfferDraft, number>
      {...{ id, close, writing }}
      kind="special_offers"
      title={id === undefined ? t("offers.add") : t("offers.edit")}
      draftOf={(offer) => draftOfOffer(offer, locales)}
      excluded={["name", ...Object.keys(labels)]}
      nameOf={(field) => labels[field] ?? field}
      saved={t("offers.saved")}
    >
      {({ draft, setDraft, error }) => (
        <div className={records.fields}>
          {Object.entries(labels).map(([field, label], index) => {
            const set = (text: string) => setDraft((before) => ({ ...before, [field]: text }));
            const common = {
              ...{ label, value: draft[field] ?? "" },
              error: fieldProblem(error, field) ?? (index === 0 ? fieldProblem(error, "name") : undefined),
            };
            if (field.endsWith("_date")) return <DayInput key={field} {...common} required onDay={set} />;
            return (
              <TextInput
                key={field}
                {...common}
                {...(index === 0 && { required: true, "data-autofocus": true })}
                {...(field === "discount" && { type: "number", min: 1, max: 100, step: "any", required: true })}
                onChange={({ currentTarget }) => set(currentTarget.value)}
              />
            );
          })}
        </div>
      )}
    </RecordDialog>
  );
}
