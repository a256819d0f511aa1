import type { InProcessApi } from "./in-process-api.ts";
import type { SeededRental } from "./seed-rental.ts";

/** Links each part of a house with the house: a booking of one blocks the other. Two parts can be booked at once. */
export async function seedLinks(counter: InProcessApi, rentals: readonly SeededRental[]): Promise<void> {
  for (const part of rentals.filter(({ data }) => data.partOf !== undefined)) {
    const house = rentals.find(({ data }) => data.attributes.name === part.data.partOf);
    if (!house) throw new Error(`The demo has no house ${part.data.partOf}.`);
    await counter.create("/rental_link_groups", "rental_link_groups", { rental_ids: [house.id, part.id] });
  }
}

/** Exports the calendar of an account's first rental. */
export async function seedCalendarFeed(
  counter: InProcessApi,
  [first]: readonly SeededRental[],
  portal: string,
): Promise<void> {
  if (!first) return;
  await counter.create("/calendar_feeds", "calendar_feeds", { kind: "export", name: portal, rental_id: first.id });
}
