import { id, timestamps, translated } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** An amenity that a rental offers, with a word about it; a rental has each amenity once. */
export const rentalAmenity = defineResource("rentals_amenities", {
  singular: "rentals_amenity",
  description: "An amenity that a rental offers, with details about it there.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    details: translated({ maxLength: 100 }).description(
      'A few words about the amenity in this rental, such as "heated from May on".',
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental that offers it."),
    amenity: one("amenities")
      .writtenAs("amenity_id", "required")
      .present()
      .description("What is offered; a rental has each amenity once."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
