import { id, integer, oneOf, timestamps, translated, translatedText } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { wordList } from "../../../kernel/search.ts";
import { belongsToOwn } from "../../property/occupancy/held-nights.ts";
import { cancelationPresets } from "./cancelation-presets.ts";

const table = "rental_cancelation_policies";

/** SQL: policies of accounts and rentals are visible to all. */
export const openPolicies = `${table}.booking_id is null`;
/** SQL: a booking's copy is visible only with the booking's details. */
export const shownPolicies = `(${openPolicies} or ${belongsToOwn(table)})`;

const publicRental =
  `exists (select from rentals where rentals.account_id = :account_of(${table}) and rentals.id = ${table}.rental_id` +
  " and rentals.published_at is not null and rentals.deleted_at is null)";

const holders = ["Account", "Rental", "Booking"] as const;

/** SQL: the policy's holder type, one of `holders`. */
const holder = `case when ${table}.booking_id is not null then 'Booking' when ${table}.rental_id is not null then 'Rental' else 'Account' end`;

/** A cancelation policy of an account or a rental, or the copy that a booking received on creation (service.md). */
export const rentalCancelationPolicy = defineResource("rental_cancelation_policies", {
  singular: "rental_cancelation_policy",
  description:
    "The cost of canceling a booking. A rental's own policy overrides its account's. A booking keeps a copy of the policy that applied when it was created.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    policeable_id: integer()
      .from(`coalesce(${table}.booking_id, ${table}.rental_id, ${table}.account_id)`)
      .present()
      .description("The id of the policy's holder, a record of policeable_type."),
    policeable_type: oneOf(holders).from(holder).present().description("Account, Rental or Booking."),
    id: id(),
    body: translatedText({ multiline: true, maxLength: 65_535 })
      .readAs(
        `${table}.body ->> (select accounts.default_locale from accounts where accounts.id = ${table}.account_id)`,
      )
      .description("The policy as text, in the account's default locale. Written by locale, like any translated text."),
    body_translations: translated().from(`${table}.body`).description("The policy as text, by locale."),
    preset: oneOf(cancelationPresets)
      .persistedByOperation()
      .description("A predefined policy. Writing it replaces the items. Null if the items differ from every preset."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals")
      .deletedAlong()
      .description("The rental that has the policy; null for a policy of an account or booking."),
    rental_cancelation_policy_items: many("rental_cancelation_policy_items", {
      foreignKey: "rental_cancelation_policy_id",
    }).description("Penalties by days before arrival."),
  },
  recorded: { columns: { body: "body_translations" } },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: shownPolicies,
    openRows: openPolicies,
  },
  changeable: {
    rows: openPolicies,
    reason: "A booking's copy of a cancelation policy cannot be changed.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: {
    policeable_type: wordList(holders, {
      // Most policies belong to bookings; a partial index without them finds the others.
      condition: `(${openPolicies} or 'Booking' = any(:policeable_type)) and ${holder} = any(:policeable_type)`,
      description: "Comma-separated holder types: Account, Rental, Booking.",
    }),
  },
  published: `(${openPolicies} and (${table}.rental_id is null or ${publicRental}))`,
});
