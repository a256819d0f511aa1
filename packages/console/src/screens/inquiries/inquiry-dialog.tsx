import type { Resource } from "@roost/client";
import { useSession } from "../../app/session.tsx";
import { field } from "../../components/fields/field.ts";
import { FieldGrid, wordsOf } from "../../components/records/field-grid.tsx";
import { RecordDialog } from "../../components/records/record-dialog.tsx";
import { useSources } from "../../components/sources.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { CalendarRental } from "../calendar/rentals.ts";
import { draftOfInquiry, type InquiryDraft, useInquiryWriting } from "./inquiry-writing.ts";

interface InquiryDialogProps {
  /** Undefined for a new inquiry. */
  readonly id: number | undefined;
  readonly rentals: readonly CalendarRental[];
  readonly close: () => void;
}

/** The form of an inquiry: the guest, the rental and days in question, and the message. */
export function InquiryDialog({ id, rentals, close }: InquiryDialogProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const sources = useSources();
  const channels = [...(sources.data ?? [])].map(([source, name]) => ({ value: String(source), label: name }));
  const fields = [
    {
      ...field("rental_id", "text", true),
      label: t("calendar.rental"),
      choices: rentals.map((rental) => ({ value: String(rental.id), label: rental.name })),
    },
    { ...field("source_id"), label: t("bookings.filters.source"), choices: channels },
    { ...field("firstname", "text", true), label: t("contacts.firstname") },
    { ...field("lastname", "text", true), label: t("contacts.lastname") },
    { ...field("email", "email", true), label: t("guest.email") },
    { ...field("phone"), label: t("guest.phone") },
    { ...field("country_code", "country"), label: t("inquiries.country"), description: t("inquiries.countryHint") },
    { ...field("start_at", "date"), label: t("stay.arrival") },
    { ...field("end_at", "date"), label: t("stay.departure") },
    { ...field("adults", "count"), label: t("book.adults") },
    { ...field("children", "count"), label: t("book.children") },
    { ...field("message", "notes"), label: t("inquiries.message") },
  ];
  const first = { rental_id: String(rentals[0]?.id ?? ""), country_code: account.country ?? "" };
  return (
    <RecordDialog<Resource<"inquiries">, InquiryDraft, number>
      {...{ id, close }}
      {...wordsOf(fields)}
      kind="inquiries"
      title={id === undefined ? t("inquiries.new") : t("inquiries.edit")}
      writing={useInquiryWriting()}
      draftOf={(inquiry) => draftOfInquiry(inquiry, first)}
      saved={t("inquiries.saved")}
    >
      {(form) => <FieldGrid {...{ fields, form }} />}
    </RecordDialog>
  );
}
