import { feeKinds } from "../fees/fee-kinds.ts";
import { boolean, decimal, id, integer, oneOf, string, time, timestamps, translated } from "../kernel/attribute.ts";
import { many, one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { belongsToOwn } from "./booking-conditions.ts";

const readScopes = ["bookings_read", "bookings_write", "bookings_write_owned"] as const;

/** A fee on a booking, tied to a rentals fee or standing alone (service.md, Bookings fee). */
export const bookingsFee = defineResource("bookings_fees", {
  singular: "bookings_fee",
  purpose: "A fee on a booking: how often it applies and what it costs each time.",
  readScopes,
  attributes: {
    id: id(),
    name: translated()
      .storedByVerb()
      .meaning("Taken from the fee when not filled; needed, in the account's default locale, when there is none."),
    price: decimal({ min: 0 })
      .storedByVerb()
      .meaning("The price of one; taken from the rentals fee, for the booking's stay, when not filled."),
    kind: oneOf(feeKinds)
      .storedByVerb()
      .meaning("Fee kind; taken from the fee when not filled, and needed when there is none."),
    required: boolean().storedByVerb().meaning("Taken from the rentals fee when not filled."),
    public: boolean().storedByVerb().meaning("Taken from the rentals fee when not filled."),
    times_booked: integer({ min: 0, max: 10_000 }).neverNull(),
    included_in_price: boolean().readOnly(),
    locked: string().storedByVerb().meaning("application-<id> of the application that alone may remove the fee."),
    canceled_at: time().readOnly(),
    ...timestamps(),
  },
  relations: {
    account: one("accounts"),
    booking: one("bookings"),
    fee: one("fees"),
    rentals_fee: one("rentals_fees").writtenAs("rentals_fee_id"),
    bookings_taxes: many("bookings_taxes", { foreignKey: "bookings_fee_id" }),
  },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], mine: belongsToOwn("bookings_fees") },
  deletion: { column: "canceled_at", singleRead: "shown" },
});

/** How the operations on a booking's fees show a fee inside the booking (service.md, Booking). */
export const feeInBooking = defineResource("fees_in_bookings", {
  singular: "fee_in_booking",
  root: "bookings_fees",
  path: "bookings_fees",
  table: "bookings_fees",
  purpose: "A fee as it stands inside the booking that an operation on fees answers.",
  readScopes,
  attributes: {
    id: id(),
    booking_id: integer().readOnly(),
    rentals_fee_id: integer().readOnly(),
    times_booked: integer().readOnly(),
    price: decimal().readOnly(),
    ...timestamps(),
    canceled_at: time().readOnly(),
    commission: decimal().readOnly(),
    payback_to_owner: decimal().readOnly(),
    locked: string().readOnly(),
    name: string().from(
      "bookings_fees.name ->> (select accounts.default_locale from accounts where accounts.id = bookings_fees.account_id)",
    ),
  },
  relations: {},
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], mine: belongsToOwn("bookings_fees") },
  deletion: { column: "canceled_at", singleRead: "hidden" },
});
