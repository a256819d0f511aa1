import {
  boolean,
  decimal,
  id,
  integer,
  oneOf,
  string,
  time,
  timestamps,
  translated,
} from "../../../../kernel/attribute.ts";
import { many, one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { feeKinds } from "../../../pricing/fees/fee-kinds.ts";
import { belongsToOwn } from "../../../property/occupancy/held-nights.ts";

const readScopes = ["bookings_read", "bookings_write", "bookings_write_owned"] as const;

/** A fee on a booking, tied to a rentals fee or standing alone (service.md, Bookings fee). */
export const bookingsFee = defineResource("bookings_fees", {
  singular: "bookings_fee",
  description: "A fee on a booking: how often it applies and what it costs each time.",
  readScopes,
  attributes: {
    id: id(),
    name: translated()
      .persistedByOperation()
      .description("Taken from the fee when not filled; needed, in the account's default locale, when there is none."),
    price: decimal({ min: 0 })
      .persistedByOperation()
      .description("The price of one; taken from the rentals fee, for the booking's stay, when not filled."),
    kind: oneOf(feeKinds)
      .persistedByOperation()
      .description("Fee kind. Defaults to the fee's kind, or to other for a fee that stands alone."),
    required: boolean()
      .persistedByOperation()
      .present()
      .description("Whether the guest had to take it; as the fee says unless told."),
    public: boolean()
      .persistedByOperation()
      .present()
      .description("Whether the guest could book it alone; as the fee says unless told."),
    times_booked: integer({ min: 0, max: 10_000 })
      .neverNull()
      .description("How many of it the booking has; 1 unless told. It amounts to price × times_booked."),
    included_in_price: boolean().readOnly().present().description("Whether it counts in the booking's final price."),
    locked: string()
      .persistedByOperation()
      .description("application-<id> of the application that alone may change or remove it; null for all."),
    canceled_at: time().readOnly().description("When it was removed; null while it counts."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The booking that has it."),
    fee: one("fees").description("The fee that it comes from; null for one that stands alone."),
    rentals_fee: one("rentals_fees")
      .writtenAs("rentals_fee_id")
      .description("The fee of the rental that it is tied to; null for one that stands alone."),
    bookings_taxes: many("bookings_taxes", { foreignKey: "bookings_fee_id" }).description("The taxes on it."),
  },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: belongsToOwn("bookings_fees"),
    openRows: "false",
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
  counted: {},
});

/** How the operations on a booking's fees show a fee inside the booking (service.md, Booking). */
export const feeInBooking = defineResource("fees_in_bookings", {
  singular: "fee_in_booking",
  root: "bookings_fees",
  path: "bookings_fees",
  table: "bookings_fees",
  description: "A fee as it stands inside the booking that an operation on fees answers.",
  readScopes,
  attributes: {
    id: id(),
    booking_id: integer().readOnly().present().description("The booking that has it."),
    rentals_fee_id: integer()
      .readOnly()
      .description("The fee of the rental that it is tied to; null for one that stands alone."),
    times_booked: integer().readOnly().present().description("How many of it the booking has."),
    price: decimal().readOnly().present().description("The price of one."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When it was removed; null while it counts."),
    commission: decimal().readOnly().description("What the channel keeps of it; null for nothing."),
    payback_to_owner: decimal().readOnly().description("What the owner gets of it; null for nothing."),
    locked: string()
      .readOnly()
      .description("application-<id> of the application that alone may change or remove it; null for all."),
    name: string()
      .from(
        "bookings_fees.name ->> (select accounts.default_locale from accounts where accounts.id = bookings_fees.account_id)",
      )
      .description("Its name in the account's default locale."),
  },
  relations: {},
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: belongsToOwn("bookings_fees"),
    openRows: "false",
  },
  deletion: { column: "canceled_at", singleRead: "hidden" },
});
