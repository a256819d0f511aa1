import {
  boolean,
  decimal,
  id,
  integer,
  money,
  oneOf,
  string,
  time,
  timestamps,
  translated,
} from "../../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../../kernel/currency-source.ts";
import { many, one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { feeKinds } from "../../../pricing/fees/fee-kinds.ts";
import { belongsToOwn } from "../../../property/occupancy/held-nights.ts";

const readScopes = ["bookings_read", "bookings_write", "bookings_write_owned"] as const;

/** A fee on a booking, linked to a rentals fee or standalone (service.md, Bookings fee). */
export const bookingsFee = defineResource("bookings_fees", {
  singular: "bookings_fee",
  description: "A fee on a booking, with its quantity and unit price.",
  readScopes,
  attributes: {
    id: id(),
    name: translated()
      .persistedByOperation()
      .description("Defaults to the fee's name. A standalone fee needs a name in the account's default locale."),
    price: money({ min: 0 })
      .persistedByOperation()
      .description("The unit price. Defaults to the rentals fee's price for the booking's stay."),
    kind: oneOf(feeKinds)
      .persistedByOperation()
      .description("Fee kind. Defaults to the fee's kind, or to other for a standalone fee."),
    required: boolean()
      .persistedByOperation()
      .present()
      .description("Whether the guest had to take it. Defaults to the fee's value."),
    public: boolean()
      .persistedByOperation()
      .present()
      .description("Whether guests could book it themselves. Defaults to the fee's value."),
    times_booked: integer({ min: 0, max: 10_000 })
      .neverNull()
      .description("Its quantity. Defaults to 1. The fee amounts to price × times_booked."),
    included_in_price: boolean().readOnly().present().description("Whether it counts in the booking's final price."),
    locked: string()
      .persistedByOperation()
      .description("application-<id> of the only application that may change or remove it; null if unlocked."),
    canceled_at: time().readOnly().description("When it was removed; null while it applies."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("Its booking."),
    fee: one("fees").description("The fee it comes from; null if standalone."),
    rentals_fee: one("rentals_fees")
      .writtenAs("rentals_fee_id")
      .description("The rental's fee it is linked to; null if standalone."),
    bookings_taxes: many("bookings_taxes", { foreignKey: "bookings_fee_id" }).description("The taxes on it."),
  },
  currency: currencyOfParent("bookings", "booking_id"),
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: belongsToOwn("bookings_fees"),
    openRows: "false",
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
  counted: {},
});

/** A fee inside the booking that a fee operation returns (service.md, Booking). */
export const feeInBooking = defineResource("fees_in_bookings", {
  singular: "fee_in_booking",
  root: "bookings_fees",
  path: "bookings_fees",
  table: "bookings_fees",
  description: "A fee inside the booking that a fee operation returns.",
  readScopes,
  attributes: {
    id: id(),
    booking_id: integer().readOnly().present().description("Its booking."),
    rentals_fee_id: integer().readOnly().description("The rental's fee it is linked to; null if standalone."),
    times_booked: integer().readOnly().present().description("Its quantity."),
    price: decimal().readOnly().present().description("The unit price."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When it was removed; null while it applies."),
    commission: decimal().readOnly().description("The channel's commission on it; null if none."),
    payback_to_owner: decimal().readOnly().description("The owner's share of it; null if none."),
    locked: string()
      .readOnly()
      .description("application-<id> of the only application that may change or remove it; null if unlocked."),
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
