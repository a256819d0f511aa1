import { id, timestamps, translated } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

/** An amenity that a rental offers, with a word about it; a rental has each amenity once. */
export const rentalAmenity = defineResource("rentals_amenities", {
  singular: "rentals_amenity",
  purpose: "An amenity that a rental offers, with details about it there.",
  readScopes: ["public", "rentals_write"],
  attributes: { id: id(), details: translated({ maxLength: 100 }), ...timestamps() },
  relations: {
    account: one("accounts"),
    rental: one("rentals"),
    amenity: one("amenities").writtenAs("amenity_id", "required"),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
