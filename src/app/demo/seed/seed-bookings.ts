import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import { type BookingParts, describeBooking } from "./describe-booking.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { SeededRental } from "./seed-rental.ts";

/** A record and its backdated creation time, in epoch milliseconds. */
export interface Dated {
  readonly id: number;
  readonly at: number;
}

/**
 * Creates an account's bookings in chronological order.
 * @param parts.booked called after each
 * @returns the times of the bookings, and of each client's first booking
 */
export async function seedBookings(
  counter: InProcessApi,
  planned: readonly PlannedBooking[],
  rentals: readonly SeededRental[],
  parts: Omit<BookingParts, "rental"> & { readonly booked: () => void },
): Promise<{ bookings: Dated[]; clients: Dated[] }> {
  const bookings: Dated[] = [];
  const firstBookedAt = new Map<number, number>();
  for (const booking of planned) {
    const rental = rentals[booking.stay.rental];
    if (!rental) throw new Error(`The demo's plan names rental ${booking.stay.rental}, which does not exist.`);
    const at = booking.madeAt;
    const then = counter.at(at);
    const body = await describeBooking(then, booking, { ...parts, rental });
    bookings.push({ id: await then.create(`/rentals/${rental.id}/bookings`, "bookings", body), at });
    const client = booking.visit ? parts.clients[booking.visit.client] : undefined;
    if (client !== undefined && !firstBookedAt.has(client)) firstBookedAt.set(client, at);
    parts.booked();
  }
  return { bookings, clients: [...firstBookedAt].map(([id, at]) => ({ id, at })) };
}
