import { currencies } from "../../../core/currencies.ts";
import { decimal, integer, oneOf } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { booking } from "./booking.ts";

const { start_at, end_at, adults, children } = booking.attributes;

/** A booking as a channel asks for it, with the prices that its guest was told (conventions.md, strict_bookings). Only ever written. */
export const strictBooking = defineResource("strict_bookings", {
  singular: "strict_booking",
  root: "bookings",
  table: "bookings",
  description: "A booking for exactly the prices of the live quote, of a stay that the rules allow.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    rental_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .required()
      .inputOnly()
      .description("The rental to book."),
    // The booking's own: what makes a stay or a bill of a booking finds them in this draft too.
    start_at,
    end_at,
    adults,
    children,
    final_price: decimal({ min: 0 })
      .required()
      .inputOnly()
      .description("What the guest was told: rental, fees and taxes."),
    price_to_pay_now: decimal({ min: 0 }).required().inputOnly().description("What of it is due at once."),
    currency: oneOf(currencies, "one of the currencies")
      .required()
      .inputOnly()
      .description("The currency in which the guest was told the prices: the rental's."),
  },
  relations: {
    account: owner(),
    source: one("sources").writtenAs("source_id").description("Where the booking comes from."),
  },
});
