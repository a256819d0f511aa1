import type { Client } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";
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

/** Books a stay, or cancels it again. Refetches the bookings after both. */
export function useBooking() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
    const guests = new Map<string, number>();
    return {
      async book(stay: NewStay): Promise<MadeStay> {
        const made = await bookStay(client, stay, guests);
        await invalidate();
        return made;
      },
      async cancel(id: number): Promise<void> {
        await client.DELETE("/bookings/{booking_id}", { params: { path: { booking_id: id } } });
        await invalidate();
      },
    };
  }, [client, account.id, queries]);
}

/** @param guests guests created for a booking that was then refused; the next attempt reuses them */
async function bookStay(client: Client, stay: NewStay, guests: Map<string, number>): Promise<MadeStay> {
  const { rental, arrival, departure, kind, adults, children } = stay;
  const dates = { start_at: textOf(arrival), end_at: textOf(departure) };
  const booking =
    kind === "unavailable"
      ? { ...dates, unavailable: true }
      : { ...dates, ...stateOf(kind), adults, children, ...(await guestOf(client, stay.guest.trim(), guests)) };
  const params = { path: { rental_id: rental } };
  const { data } = await client.POST("/rentals/{rental_id}/bookings", { params, body: { bookings: [booking] } });
  const [made] = data.bookings;
  if (!made) throw new TypeError("The response contains no booking.");
  return { id: made.id, reference: made.reference };
}

const stateOf = (kind: "booked" | "hold") =>
  kind === "booked" ? { booked: true } : { tentative_expires_at: new Date(Date.now() + holdMs).toISOString() };

async function guestOf(client: Client, fullname: string, guests: Map<string, number>): Promise<{ client_id?: number }> {
  if (fullname === "") return {};
  const existing = guests.get(fullname);
  if (existing !== undefined) return { client_id: existing };
  const { data } = await client.POST("/clients", { body: { clients: [{ fullname }] } });
  const [guest] = data.clients;
  if (!guest) throw new TypeError("The response contains no client.");
  guests.set(fullname, guest.id);
  return { client_id: guest.id };
}
