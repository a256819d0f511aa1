import { useState } from "react";
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
  const [attempts] = useState(() => new Attempts());
  return (rental: number, draft: StayDraft, booked: Booked) => {
    const body = bodyOf(draft, booked, attempts.expires());
    return create(rental, body, { idempotencyKey: attempts.keyOf(body) });
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

/** The state that the attempts of one dialog share, so that a retry repeats nothing. */
class Attempts {
  readonly #keys = new Map<string, string>();
  #expires: string | undefined;

  /** A key belongs to one body. */
  keyOf(body: NewBooking): string {
    const text = JSON.stringify(body);
    const key = this.#keys.get(text) ?? crypto.randomUUID();
    this.#keys.set(text, key);
    return key;
  }

  /** The same moment for each attempt. */
  expires(): string {
    this.#expires ??= new Date(Date.now() + holdMs).toISOString();
    return this.#expires;
  }
}
