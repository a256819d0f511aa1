import { id, oneOf, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { someOf } from "../../../kernel/some-of.ts";

/** What a contact is to a rental (enums.yaml, rental_contact_kinds). */
export const rentalContactKinds = ["owner", "manager"] as const;

/** What a contact of a rental is asked about (enums.yaml, rental_contact_roles). */
// biome-ignore format: one list, read as one
export const rentalContactRoles = [
  "general", "contract", "reservations", "invoices", "availability", "site_content", "parity", "requests",
  "central_reservations",
] as const;

/** A contact of a rental: who somebody is to it, and what to ask them about. A rental has at most 50. */
export const rentalContact = defineResource("rental_contacts", {
  singular: "rental_contact",
  description: "What a contact is to a rental, and what to ask them about. A rental has at most 50.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    kind: oneOf(rentalContactKinds).required().description("owner or manager; a rental has one owner."),
    roles: someOf(rentalContactRoles, "roles", 0)
      .neverNull()
      .description("What to ask them about; a rental has one contact for general and one for invoices."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When the contact was taken off the rental; null while it is there."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
    contact: one("contacts")
      .deletedAlong()
      .writtenAs("contact_id", "required")
      .present()
      .description("Who is to be contacted."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
