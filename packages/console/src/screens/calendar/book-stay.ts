import type { Client } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWorking } from "../../app/session.tsx";
import { textOf } from "../../components/days.ts";
import type { Wanted } from "../../components/quote.ts";

/** Milliseconds that a hold lasts which nobody gave another end. */
const aDay = 86_400_000;

export interface NewStay extends Wanted {
  readonly kind: "booked" | "hold" | "unavailable";
  readonly adults: number;
  readonly children: number;
  /** A new guest's name; empty where it is not known yet. */
  readonly guest: string;
}

export interface MadeStay {
  readonly id: number;
  readonly reference: string;
}

/** Books, and takes back what was booked. What is shown of the calendar is read again behind both. */
export function useBooking() {
  const { client, account } = useWorking();
  const queries = useQueryClient();
  return useMemo(() => {
    const readAgain = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
    const guests = new Map<string, number>();
    return {
      async book(stay: NewStay): Promise<MadeStay> {
        const made = await bookStay(client, stay, guests);
        await readAgain();
        return made;
      },
      async takeBack(id: number): Promise<void> {
        await client.DELETE("/bookings/{booking_id}", { params: { path: { booking_id: id } } });
        await readAgain();
      },
    };
  }, [client, account.id, queries]);
}

/** @param guests those that were made for a booking that was then refused: the next attempt takes the same one */
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
  if (!made) throw new TypeError("The answer holds no booking.");
  return { id: made.id, reference: made.reference };
}

const stateOf = (kind: "booked" | "hold") =>
  kind === "booked" ? { booked: true } : { tentative_expires_at: new Date(Date.now() + aDay).toISOString() };

async function guestOf(client: Client, fullname: string, guests: Map<string, number>): Promise<{ client_id?: number }> {
  if (fullname === "") return {};
  const known = guests.get(fullname);
  if (known !== undefined) return { client_id: known };
  const { data } = await client.POST("/clients", { body: { clients: [{ fullname }] } });
  const [guest] = data.clients;
  if (!guest) throw new TypeError("The answer holds no client.");
  guests.set(fullname, guest.id);
  return { client_id: guest.id };
}
