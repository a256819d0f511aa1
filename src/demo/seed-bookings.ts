import type { Counter } from "./counter.ts";
import { describeBooking, madeAt } from "./describe-booking.ts";
import type { PlannedStay } from "./plan-stays.ts";
import type { Random } from "./random.ts";
import type { AccountParts } from "./seed-account.ts";
import type { SeededClient } from "./seed-clients.ts";
import type { SeededRental } from "./seed-rental.ts";

/** When what is made is to have been made: ids and epoch milliseconds. */
export interface Dated {
  readonly id: number;
  readonly at: number;
}

/**
 * Creates an account's bookings, in the order in which they were made. Every guest has a first booking before any has a second one,
 * as far as the bookings go.
 * @returns when the bookings were made, and when the guests came to be known
 */
export async function seedBookings(
  counter: Counter,
  random: Random,
  today: number,
  account: AccountParts,
  clients: readonly SeededClient[],
  stays: readonly { readonly stay: PlannedStay; readonly rental: SeededRental }[],
): Promise<{ bookings: Dated[]; clients: Dated[] }> {
  const bookings: Dated[] = [];
  const known = new Map<number, number>();
  const waiting = random.shuffled(clients);
  for (const { stay, rental } of stays) {
    const at = madeAt(stay);
    const client = (stay.kind === "unavailable" ? undefined : waiting.pop()) ?? random.pick(clients);
    const returning = known.has(client.id);
    const then = counter.at(at);
    const body = await describeBooking(then, random, { stay, rental, account, client, returning, today });
    bookings.push({ id: await then.create(`/rentals/${rental.id}/bookings`, "bookings", body), at });
    if (stay.kind !== "unavailable" && !returning) known.set(client.id, at);
  }
  return { bookings, clients: [...known].map(([id, at]) => ({ id, at })) };
}
