import { currencyCode, integer, money } from "../../../kernel/attribute.ts";
import { ownCurrency } from "../../../kernel/currency-source.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { booking } from "./booking.ts";

const { start_at, end_at, adults, children, expected_final_price, external_reference } = booking.attributes;

/** A channel's booking at the prices its guest saw (conventions.md, strict_bookings). Write-only. */
export const strictBooking = defineResource("strict_bookings", {
  singular: "strict_booking",
  root: "bookings",
  table: "bookings",
  description: "A booking of a stay that the rules allow, at exactly the live quote's prices.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    rental_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .required()
      .inputOnly()
      .description("The rental to book."),
    // Shared with booking, so stays and bills can read them from this draft too.
    start_at,
    end_at,
    adults,
    children,
    final_price: money({ min: 0 })
      .required()
      .inputOnly()
      .description("The total price shown to the guest: rental, fees and taxes."),
    expected_final_price,
    external_reference,
    price_to_pay_now: money({ min: 0 }).required().inputOnly().description("The part of the price due at booking."),
    currency: currencyCode()
      .required()
      .inputOnly()
      .description("The currency of the prices shown to the guest: the rental's currency."),
  },
  relations: {
    account: owner(),
    source: one("sources").writtenAs("source_id").description("The booking's source."),
  },
  currency: ownCurrency(),
});
