import { id, integer, oneOf, timestamps, translated, translatedText } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { belongsToOwn } from "../../property/occupancy/held-nights.ts";

const table = "rental_agreements";
/** SQL: agreements that everyone can read. */
const openAgreements = `${table}.booking_id is null`;

const publicRental =
  `exists (select from rentals where rentals.account_id = :account_of(${table}) and rentals.id = ${table}.rental_id` +
  " and rentals.published_at is not null and rentals.deleted_at is null)";

/**
 * An agreement that guests sign, of an account, a rental or a booking. It never changes, because a guest may have signed it; the newest
 * applies. A booking's agreement needs a scope that reads the booking's details.
 */
export const rentalAgreement = defineResource("rental_agreements", {
  singular: "rental_agreement",
  description:
    "An agreement that guests sign. It never changes. The booking's newest applies, else its rental's newest, else its account's newest.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    rental_agreementable_id: integer()
      .from(`coalesce(${table}.booking_id, ${table}.rental_id, ${table}.account_id)`)
      .present()
      .description("The id of its account, rental or booking, by rental_agreementable_type."),
    rental_agreementable_type: oneOf(["Account", "Rental", "Booking"])
      .from(
        `case when ${table}.booking_id is not null then 'Booking' when ${table}.rental_id is not null then 'Rental' else 'Account' end`,
      )
      .present()
      .description("Account, Rental or Booking."),
    id: id(),
    body: translatedText({ multiline: true, maxLength: 100_000 })
      .required()
      .readAs(
        `${table}.body ->> (select accounts.default_locale from accounts where accounts.id = ${table}.account_id)`,
      )
      .description("The text in the account's default locale. Written by locale, like any translated text."),
    body_translations: translated().from(`${table}.body`).description("The text by locale."),
    ...timestamps(),
  },
  relations: { account: owner() },
  recorded: { columns: { body: "body_translations", rental_id: "rental_id", booking_id: "booking_id" } },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: `(${openAgreements} or ${belongsToOwn(table)})`,
    openRows: openAgreements,
  },
  published: `(${openAgreements} and (${table}.rental_id is null or ${publicRental}))`,
});
