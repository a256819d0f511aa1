import { Group, TextInput } from "@mantine/core";
import { useState } from "react";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { type GuestChoice, GuestSelect } from "../../../components/guests/guest-select.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { EditForm } from "./edit-form.tsx";
import { useSaveGuest } from "./save-guest.ts";

interface GuestFormProps {
  readonly booking: BookingRecord;
  readonly close: () => void;
}

const contactsOf = (guest: GuestChoice | undefined) => ({
  email: guest?.emails[0]?.email ?? "",
  phone: guest?.phones[0]?.number ?? "",
});

/** Gives the booking another guest, or changes the guest's e-mail address and telephone number. */
export function GuestForm({ booking, close }: GuestFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const [guest, setGuest] = useState<GuestChoice | undefined>(booking.client ?? undefined);
  const [contacts, setContacts] = useState(contactsOf(guest));
  const save = useSaveGuest(booking);
  const saving = useSubmit({
    mutationFn: () => save(guest, contacts),
    onSuccess: () => {
      close();
      notify({ text: t("edit.saved", { reference: booking.reference ?? "" }) });
    },
  });
  const contact = (name: "email" | "phone", attribute: string) => ({
    value: contacts[name],
    error: fieldProblem(saving.error, attribute),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setContacts((before) => ({ ...before, [name]: value })),
  });
  return (
    <EditForm
      label={t("stay.guest")}
      submit={() => saving.submit()}
      {...{ cancel: close, isPending: saving.isPending, error: saving.error }}
      fields={["client_id", "fullname", "emails", "phones"]}
    >
      <GuestSelect
        value={guest}
        choose={(chosen) => {
          setGuest(chosen);
          setContacts(contactsOf(chosen));
        }}
        error={fieldProblem(saving.error, "client_id") ?? fieldProblem(saving.error, "fullname")}
      />
      {guest && (
        <Group grow align="flex-start">
          <TextInput type="email" label={t("booking.email")} {...contact("email", "emails")} />
          <TextInput type="tel" label={t("booking.phone")} {...contact("phone", "phones")} />
        </Group>
      )}
    </EditForm>
  );
}
