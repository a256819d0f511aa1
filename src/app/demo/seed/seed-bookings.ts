import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import { type BookingParts, describeBooking } from "./describe-booking.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { SeededRental } from "./seed-rental.ts";

/** When what is made is to have been made: ids and epoch milliseconds. */
export interface Dated {
  readonly id: number;
  readonly at: number;
}

/**
 * Creates an account's bookings, in the order in which they were made.
 * @param parts.booked called behind each
 * @returns when the bookings were made, and when the guests came to be known
 */
export async function seedBookings(
  counter: InProcessApi,
  planned: readonly PlannedBooking[],
  rentals: readonly SeededRental[],
  parts: Omit<BookingParts, "rental"> & { readonly booked: () => void },
): Promise<{ bookings: Dated[]; clients: Dated[] }> {
  const bookings: Dated[] = [];
  const known = new Map<number, number>();
  for (const booking of planned) {
    const rental = rentals[booking.stay.rental];
    if (!rental) throw new Error(`The demo's plan names rental ${booking.stay.rental}, which it does not have.`);
    const at = booking.madeAt;
    const then = counter.at(at);
    const body = await describeBooking(then, booking, { ...parts, rental });
    bookings.push({ id: await then.create(`/rentals/${rental.id}/bookings`, "bookings", body), at });
    const client = booking.visit ? parts.clients[booking.visit.client] : undefined;
    if (client !== undefined && !known.has(client)) known.set(client, at);
    parts.booked();
  }
  return { bookings, clients: [...known].map(([id, at]) => ({ id, at })) };
}
