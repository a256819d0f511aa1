import { useState } from "react";
import { useAttemptKeys } from "../../../components/attempt-keys.ts";
import type { ExpectedPrice } from "../../../components/bookings/price-condition.tsx";
import { type NewBooking, useBookingWrites } from "../../../components/bookings/write-booking.ts";
import type { StayDraft } from "./stay-draft.ts";

/** The default duration of a hold. */
const holdMs = 86_400_000;

/** The parts of a booking's request besides its fields. */
export interface Booked {
  readonly price: ExpectedPrice;
  /** Recorded with the booking: the rules that the person overrode, and why nights are blocked. */
  readonly comment: string | undefined;
  readonly notes: string | undefined;
}

/** Books, holds or blocks a stay with its guest, in one request: a refused booking leaves no guest behind. */
export function useBookStay() {
  const { create } = useBookingWrites();
  const keyOf = useAttemptKeys();
  // The same moment for each attempt, so that a retry is the same request.
  const [expires] = useState(() => new Date(Date.now() + holdMs).toISOString());
  return (rental: number, draft: StayDraft, booked: Booked) => {
    const body = bodyOf(draft, booked, expires);
    return create(rental, body, { idempotencyKey: keyOf(body) });
  };
}

function bodyOf(draft: StayDraft, { price, comment, notes }: Booked, expires: string): NewBooking {
  const { kind, arrival, departure, adults, children, ownPrice } = draft;
  const dates = { start_at: arrival, end_at: departure };
  if (kind === "unavailable") return { ...dates, unavailable: true, ...(notes && { notes }) };
  return {
    ...{ ...dates, adults, children },
    ...(kind === "booked" ? { booked: true } : { tentative_expires_at: expires }),
    ...guestOf(draft),
    ...(ownPrice === "" ? {} : { final_price: ownPrice }),
    ...price,
    ...(comment && { comments: [{ content: comment }] }),
  };
}

function guestOf({ guest, email, phone, locale }: StayDraft): Pick<NewBooking, "client" | "client_id"> {
  if (!guest) return {};
  if (guest.id !== undefined) return { client_id: guest.id };
  return {
    client: {
      fullname: guest.fullname,
      ...(email.trim() && { emails: [{ email: email.trim() }] }),
      ...(phone.trim() && { phones: [{ label: "default", number: phone.trim() }] }),
      ...(locale && { preferred_locale: locale }),
    },
  };
}
