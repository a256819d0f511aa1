import { id, string, time, timestamps } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Rentals of a link, as many as one cleaner looks after. */
const mostRentals = 1000;

/** A page of turnovers that needs no account (console.md, Screens; docs/cleaning.md). */
export const cleaningLink = defineResource("cleaning_links", {
  singular: "cleaning_link",
  description:
    "A secret address for somebody who cleans and does not work for the account: behind it stand the turnovers of some rentals, with dates, numbers of guests and the comments that are visible for all; no prices, no names, no contacts.",
  // Whoever has the address reads of bookings: who makes it must see them.
  readScopes: ["bookings_write"],
  attributes: {
    id: id(),
    name: string({ maxLength: 100 }).required().description("Whom it is for, as the account knows them."),
    secret: string()
      .shownOnce()
      .description(
        "The end of its address, which is /cleaning/<secret> at the service's own URL, outside of the API. Shown only by what makes it, this once.",
      ),
    expires_at: time().description("From when on it leads nowhere; null for no end."),
    last_used_at: time()
      .unrecorded()
      .readOnly()
      .description("When somebody last opened it, within ten minutes; null before."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rentals: many("rentals", { through: "cleaning_links_rentals", ours: "cleaning_link_id", theirs: "rental_id" })
      .writtenAs("rental_ids", { atLeast: 1, atMost: mostRentals })
      .leftByEnded()
      .description("The rentals whose turnovers it shows. One that is deleted leaves it."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
