import { id, integer, oneOf, timestamps, translated, translatedText } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { wordList } from "../../../kernel/search.ts";
import { belongsToOwn } from "../../property/occupancy/held-nights.ts";
import { cancelationPresets } from "./cancelation-presets.ts";

const table = "rental_cancelation_policies";

/** SQL: everybody sees the policy of an account or a rental … */
export const openPolicies = `${table}.booking_id is null`;
/** … and a booking's copy only who sees the inside of the booking. */
export const shownPolicies = `(${openPolicies} or ${belongsToOwn(table)})`;

const publicRental =
  `exists (select from rentals where rentals.account_id = ${table}.account_id and rentals.id = ${table}.rental_id` +
  " and rentals.published_at is not null and rentals.deleted_at is null)";

const holders = ["Account", "Rental", "Booking"] as const;

/** SQL: whose policy it is, one of `holders`. */
const holder = `case when ${table}.booking_id is not null then 'Booking' when ${table}.rental_id is not null then 'Rental' else 'Account' end`;

/** What canceling costs: of an account, a rental, or the copy that a booking got when it was made (service.md). */
export const rentalCancelationPolicy = defineResource("rental_cancelation_policies", {
  singular: "rental_cancelation_policy",
  description:
    "What canceling a booking costs. A rental's own policy goes before its account's, and a booking keeps a copy of the one that held when it was made.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    policeable_id: integer()
      .from(`coalesce(${table}.booking_id, ${table}.rental_id, ${table}.account_id)`)
      .present()
      .description("Whose policy it is: the id of a record of policeable_type."),
    policeable_type: oneOf(holders).from(holder).present().description("Account, Rental or Booking."),
    id: id(),
    body: translatedText({ multiline: true, maxLength: 65_535 })
      .readAs(
        `${table}.body ->> (select accounts.default_locale from accounts where accounts.id = ${table}.account_id)`,
      )
      .description("The policy in words, in the account's default locale; written by locale as any translated text."),
    body_translations: translated().from(`${table}.body`).description("The policy in words, by locale."),
    preset: oneOf(cancelationPresets)
      .persistedByOperation()
      .description("A ready-made policy: writing it replaces the items. Null once they are another's."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().description("The rental whose own it is; null of an account or a booking."),
    rental_cancelation_policy_items: many("rental_cancelation_policy_items", {
      foreignKey: "rental_cancelation_policy_id",
    }).description("What canceling costs, by days before arrival."),
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
    reason: "A booking's copy of its cancelation policy never changes.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: {
    policeable_type: wordList(holders, {
      // Bookings have most policies: those of others are found by an index that leaves these out.
      condition: `(${openPolicies} or 'Booking' = any(:policeable_type)) and ${holder} = any(:policeable_type)`,
      description: "Whose policies: a comma list of Account, Rental and Booking.",
    }),
  },
  published: `(${openPolicies} and (${table}.rental_id is null or ${publicRental}))`,
});
