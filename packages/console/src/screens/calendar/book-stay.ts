import type { Client } from "@roost/client";
import { useMemo } from "react";
import { useSession } from "../../app/session.tsx";
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
  return useMemo(() => {
    // Guests created for a booking that was then refused; the next attempt reuses them.
    const guests = new Map<string, number>();
    return async ({ rental, arrival, departure, kind, adults, children, guest }: NewStay): Promise<MadeStay> => {
      const dates = { start_at: textOf(arrival), end_at: textOf(departure) };
      const party = { adults, children };
      return create(
        rental,
        kind === "unavailable"
          ? { ...dates, unavailable: true }
          : { ...dates, ...stateOf(kind), ...party, ...(await guestOf(client, guest.trim(), guests)) },
      );
    };
  }, [client, create]);
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
