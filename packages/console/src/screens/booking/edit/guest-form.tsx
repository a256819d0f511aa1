import { useState } from "react";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import type { GuestChoice } from "../../../components/guests/guest-select.tsx";
import { Pending } from "../../../components/pending.tsx";
import { ContactsForm } from "./contacts-form.tsx";
import { useSeenGuest } from "./save-guest.ts";

interface GuestFormProps {
  readonly booking: BookingRecord;
  readonly close: () => void;
}

/** Gives the booking another guest, or changes the guest's e-mail address and telephone number. */
export function GuestForm({ booking, close }: GuestFormProps) {
  const [guest, choose] = useState<GuestChoice | undefined>(booking.client ?? undefined);
  const seen = useSeenGuest(guest?.id);
  const shown = guest?.id === undefined ? { guest } : (seen.data ?? (seen.error ? { guest } : undefined));
  if (!shown) return <Pending reads={[seen]} />;
  // Another guest is another form.
  return <ContactsForm key={guest?.id ?? guest?.fullname ?? ""} {...{ booking, shown, choose, close }} />;
}
