import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { partRoutes } from "../rentals/part-routes.ts";
import { checkRentalContact } from "./check-rental-contact.ts";
import { contact } from "./contact.ts";
import { rentalContact } from "./rental-contact.ts";
import { destroyContact, lockRentalsOfContact, updateContact } from "./save-contact.ts";

const scopes = ["rentals_write"] as const;

const once = (attribute: string, value: string) => ({
  [attribute]: [`${value} has already been taken by another contact of the rental`],
});

export const contactsRoutes: readonly Route[] = [
  ...reads(contact),
  creates(contact, { scopes }),
  ...updates(contact, { scopes, prepare: lockRentalsOfContact, update: updateContact }),
  destroys(contact, {
    scopes,
    summary: "Delete a contact and remove it from its rentals.",
    prepare: lockRentalsOfContact,
    destroy: destroyContact,
  }),
  ...partRoutes(rentalContact, {
    checkInRental: checkRentalContact,
    refusals: {
      rental_contacts_one_owner: once("kind", "owner"),
      rental_contacts_one_general: once("roles", "general"),
      rental_contacts_one_invoices: once("roles", "invoices"),
    },
    deletion: "Remove a contact from a rental.",
  }),
];
