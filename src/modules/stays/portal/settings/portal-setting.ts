import { countryCode } from "../../../../core/countries.ts";
import { boolean, id, integer, oneOf, string, timestamps } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";

/** The questions of the guest's portal, and the rule that shows the door code: a rental's own, else its country's, else the account's (docs/guides/portal.md). */
export const portalSetting = defineResource("portal_settings", {
  singular: "portal_setting",
  description:
    "The questions to a rental's guests on their portal, and the time from which it shows the check-in details and the door code. A rental's own record applies first, then its country's, then the one without both.",
  readScopes: ["preferences_read", "preferences_write"],
  attributes: {
    id: id(),
    asks_guests: boolean().neverNull().description("Whether the form asks for the names of all guests."),
    asks_arrival: boolean().neverNull().description("Whether the form asks for the hour of arrival."),
    asks_documents: boolean()
      .neverNull()
      .description("Whether the form asks for every guest's birth date, nationality and identity document."),
    documents_of: oneOf(["everyone", "foreigners"])
      .neverNull()
      .description(
        "Whose documents the form asks for: of every guest, or only of guests whose nationality is not the rental's country, as some countries' law wants it. Default: everyone.",
      ),
    documents_kept_days: integer({ min: 0, max: 365 })
      .neverNull()
      .description("Days after departure on which Roost erases the documents. Default: 7."),
    release_hours: integer({ min: 0, max: 8760 })
      .neverNull()
      .description(
        "Hours before check-in from which the portal shows the check-in details and the door code. Default: 24.",
      ),
    release_needs_payment: boolean().neverNull().description("Whether the stay must be paid or authorized first."),
    release_needs_agreement: boolean().neverNull().description("Whether the agreement must be signed first."),
    release_needs_form: boolean().neverNull().description("Whether the form must be filled in first."),
    allows_cancelation: boolean()
      .neverNull()
      .description("Whether guests can cancel on the portal at the cost of their cancelation policy."),
    country_code: string({ maxLength: 2, format: countryCode }).description(
      "The record applies to rentals in this country only: two letters, ISO 3166-1. Null for any country. Not together with a rental.",
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals")
      .deletedAlong()
      .writtenAs("rental_id", "optional", "on creation")
      .description(
        "The rental; null for every rental without its own settings, or those in country_code. Cannot be changed.",
      ),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
