import { id, oneOf, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { someOf } from "../../../kernel/some-of.ts";

/** A contact's relation to a rental (enums.yaml, rental_contact_kinds). */
export const rentalContactKinds = ["owner", "manager"] as const;

/** A rental contact's responsibilities (enums.yaml, rental_contact_roles). */
// biome-ignore format: one list, read as one
export const rentalContactRoles = [
  "general", "contract", "reservations", "invoices", "availability", "site_content", "parity", "requests",
  "central_reservations",
] as const;

/** A rental's contact with their relation and responsibilities. */
export const rentalContact = defineResource("rental_contacts", {
  singular: "rental_contact",
  description: "A rental's contact, with their kind and responsibilities. A rental has at most 50.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    kind: oneOf(rentalContactKinds).required().description("owner or manager. A rental has at most one owner."),
    roles: someOf(rentalContactRoles, "roles", 0)
      .neverNull()
      .description(
        "The contact's responsibilities. A rental has at most one contact for general and one for invoices.",
      ),
    ...timestamps(),
    canceled_at: time().readOnly().description("When the contact was removed from the rental; null while it applies."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
    contact: one("contacts")
      .deletedAlong()
      .writtenAs("contact_id", "required")
      .present()
      .description("The person to contact."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
