import type { Client } from "@roost/client";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { ExpectedPrice } from "../../components/bookings/price-condition.tsx";
import { useBookingWrites } from "../../components/bookings/write-booking.ts";
import { textOf } from "../../components/days.ts";
import type { StayRequest } from "../../components/quote.ts";

/** How long a hold lasts by default. */
const holdMs = 86_400_000;

export interface NewStay extends StayRequest {
  readonly kind: "booked" | "hold" | "unavailable";
  readonly adults: number;
  readonly children: number;
  /** A new guest's name; empty if not known yet. */
  readonly guest: string;
}

export interface MadeStay {
  readonly id: number;
  readonly reference: string;
}

/** Books a stay with its guest. */
export function useBookStay() {
  const { client } = useSession();
  const { create } = useBookingWrites();
  const [attempts] = useState(() => new Attempts());
  return async (stay: NewStay, price: ExpectedPrice): Promise<MadeStay> => {
    const { rental, arrival, departure, kind, adults, children, guest } = stay;
    const dates = { start_at: textOf(arrival), end_at: textOf(departure) };
    const call = { idempotencyKey: attempts.key };
    if (kind === "unavailable") return create(rental, { ...dates, unavailable: true }, call);
    const state = kind === "booked" ? { booked: true } : { tentative_expires_at: attempts.expires() };
    const client_id = await attempts.guest(client, guest.trim());
    const party = { adults, children, ...(client_id === undefined ? {} : { client_id }) };
    return create(rental, { ...dates, ...state, ...party, ...price }, call);
  };
}

/** The state that the attempts of one dialog share, so that a retry repeats nothing. */
class Attempts {
  readonly key: string = crypto.randomUUID();
  readonly #guests = new Map<string, { readonly key: string; id?: number | undefined }>();
  #expires: string | undefined;

  /** The same moment for each attempt: a key belongs to one body. */
  expires(): string {
    this.#expires ??= new Date(Date.now() + holdMs).toISOString();
    return this.#expires;
  }

  /** Creates the guest of a booking. A booking that was then refused finds the guest again. */
  async guest(client: Client, fullname: string): Promise<number | undefined> {
    if (fullname === "") return undefined;
    const guest = this.#guests.get(fullname) ?? { key: crypto.randomUUID() };
    this.#guests.set(fullname, guest);
    if (guest.id === undefined) {
      const body = { clients: [{ fullname }] };
      const { data } = await client.POST("/clients", { body, idempotencyKey: guest.key });
      guest.id = data.clients[0]?.id;
    }
    if (guest.id === undefined) throw new TypeError("The response contains no client.");
    return guest.id;
  }
}
