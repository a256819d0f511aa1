import { Group, TextInput } from "@mantine/core";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { ConflictView } from "../../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../../components/conflict/use-conditional-form.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { type GuestChoice, GuestSelect } from "../../../components/guests/guest-select.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { EditForm } from "./edit-form.tsx";
import { type Contacts, contactsOf, type SeenGuest, useReadGuest, useSaveGuest } from "./save-guest.ts";

interface ContactsFormProps {
  readonly booking: BookingRecord;
  readonly shown: SeenGuest;
  readonly choose: (guest: GuestChoice | undefined) => void;
  readonly close: () => void;
}

/** The booking's guest and their contacts. If another person has changed a contact, the person chooses. */
export function ContactsForm({ booking, shown, choose, close }: ContactsFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { guest } = shown;
  const form = useConditionalForm<SeenGuest, Contacts>({
    shown,
    draftOf: contactsOf,
    read: useReadGuest(guest?.id),
    write: useSaveGuest(booking),
    done: () => {
      close();
      notify({ text: t("edit.saved", { reference: booking.reference ?? "" }) });
    },
  });
  const { draft, setDraft, error, isPending } = form;
  const names: Readonly<Record<keyof Contacts, string>> = { email: t("booking.email"), phone: t("booking.phone") };
  const contact = (name: keyof Contacts, attribute: string) => ({
    label: names[name],
    value: draft[name],
    error: fieldProblem(error, attribute),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  return (
    <EditForm
      label={t("stay.guest")}
      submit={form.submit}
      {...{ cancel: close, isPending, error }}
      fields={["client_id", "fullname", "emails", "phones"]}
    >
      <GuestSelect
        value={guest}
        choose={choose}
        error={fieldProblem(error, "client_id") ?? fieldProblem(error, "fullname")}
      />
      {guest && (
        <Group grow align="flex-start">
          <TextInput type="email" {...contact("email", "emails")} />
          <TextInput type="tel" {...contact("phone", "phones")} />
        </Group>
      )}
      <ConflictView
        {...form}
        title={t("conflict.guest")}
        nameOf={(name) => names[name]}
        textOf={(values, name) => values[name]}
      />
    </EditForm>
  );
}
