import { id, timestamps, translated } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A rental's amenity with details; a rental has each amenity at most once. */
export const rentalAmenity = defineResource("rentals_amenities", {
  singular: "rentals_amenity",
  description: "A rental's amenity, with details.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    details: translated({ maxLength: 100 }).description(
      'Short details about the amenity in this rental, such as "heated from May".',
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("Its rental."),
    amenity: one("amenities")
      .writtenAs("amenity_id", "required")
      .present()
      .description("The amenity. A rental has each amenity at most once."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
