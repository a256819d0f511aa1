import { id, oneOf, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A group's link from one rental to another, in one direction (bookings.md, Rental link groups). */
export const rentalLink = defineResource("rental_links", {
  singular: "rental_link",
  description: "A link between two rentals of a group. A booking of the source blocks the destination.",
  readScopes: ["public"],
  attributes: {
    id: id(),
    kind: oneOf(["mirror"]).from("'mirror'").present().description("mirror: bookings are mirrored as unavailable."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental_link_group: one("rental_link_groups").present().deletedAlong().description("Its group."),
    source_rental: one("rentals").present().deletedAlong().description("The rental whose bookings are mirrored."),
    destination_rental: one("rentals").present().deletedAlong().description("The rental whose nights they block."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
