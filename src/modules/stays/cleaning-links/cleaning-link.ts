import { id, string, time, timestamps } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Maximum rentals per link. */
const maxRentals = 1000;

/** A page of turnovers that needs no sign-in (console.md, Screens; docs/concepts/cleaning.md). */
export const cleaningLink = defineResource("cleaning_links", {
  singular: "cleaning_link",
  description:
    "A secret address for external cleaners. It shows some rentals' turnovers with dates, guest counts and comments visible for all users, but no prices, names or contacts.",
  // The address shows bookings, so its creator must be able to read them.
  readScopes: ["bookings_write"],
  attributes: {
    id: id(),
    name: string({ maxLength: 100 }).required().description("The recipient's name."),
    secret: string()
      .shownOnce()
      .description(
        "The end of its address, /cleaning/<secret> at the service's own URL, outside the API. Shown only once, on creation.",
      ),
    expires_at: time().description("When it expires; null if it does not."),
    last_used_at: time()
      .unrecorded()
      .readOnly()
      .description("When it was last opened, to within ten minutes; null if never."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rentals: many("rentals", { through: "cleaning_links_rentals", ours: "cleaning_link_id", theirs: "rental_id" })
      .writtenAs("rental_ids", { atLeast: 1, atMost: maxRentals })
      .leftByEnded()
      .description("The rentals whose turnovers it shows. Deleted rentals are removed."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
