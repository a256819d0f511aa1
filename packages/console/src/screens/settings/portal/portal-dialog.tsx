import { field } from "../../../components/fields/field.ts";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfPortal, type PortalDraft, type PortalSetting, usePortalWriting } from "./portal-settings.ts";

interface PortalDialogProps {
  /** Undefined for new settings. */
  readonly id: number | undefined;
  /** The rentals without their own settings; empty if the settings exist. */
  readonly rentals: readonly Choice[];
  readonly close: () => void;
}

/** The questions to guests, and the rule that shows the door code. */
export function PortalDialog({ id, rentals, close }: PortalDialogProps) {
  const { t } = useI18n();
  const { writing } = usePortalWriting();
  const ofRental = {
    ...field("rental_id"),
    label: t("portal.rental"),
    description: t("portal.rentalHint"),
    choices: rentals,
  };
  const ofCountry = {
    ...field("country_code", "country"),
    label: t("portal.country"),
    description: t("portal.countryHint"),
  };
  const fields = [
    ...(id === undefined ? [ofRental, ofCountry] : []),
    { ...field("asks_guests", "switch"), label: t("portal.asksGuests") },
    { ...field("asks_arrival", "switch"), label: t("portal.asksArrival") },
    { ...field("asks_documents", "switch"), label: t("portal.asksDocuments"), description: t("portal.documentsHint") },
    {
      ...field("only_foreigners", "switch"),
      label: t("portal.onlyForeigners"),
      description: t("portal.foreignersHint"),
    },
    { ...field("documents_kept_days", "count", true), label: t("portal.documentsKept") },
    { ...field("release_hours", "count", true), label: t("portal.releaseHours"), description: t("portal.releaseHint") },
    { ...field("release_needs_payment", "switch"), label: t("portal.needsPayment") },
    { ...field("release_needs_agreement", "switch"), label: t("portal.needsAgreement") },
    { ...field("release_needs_form", "switch"), label: t("portal.needsForm") },
    { ...field("allows_cancelation", "switch"), label: t("portal.allowsCancelation") },
  ];
  return (
    <RecordDialog<PortalSetting, PortalDraft, number>
      {...{ id, close, writing }}
      {...wordsOf(fields)}
      kind="portal_settings"
      title={id === undefined ? t("portal.add") : t("portal.edit")}
      draftOf={draftOfPortal}
      saved={t("portal.saved")}
    >
      {(form) => <FieldGrid {...{ fields, form }} />}
    </RecordDialog>
  );
}
