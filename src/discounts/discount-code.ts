import { currencies } from "../core/currencies.ts";
import { boolean, decimal, integer, oneOf, string, time, timestamps, uuid } from "../kernel/attribute.ts";
import { many, one } from "../kernel/relation.ts";
import { defineUuidResource } from "../kernel/resource.ts";
import { discountDate } from "./discount-date.ts";

/** A code that guests give for a discount on the rental price. Which of its terms count is said beside them, and never read. */
export const discountCode = defineUuidResource("discount_codes", {
  singular: "discount_code",
  purpose:
    "A code for a discount on bookings: of a percentage or an amount, for all rentals or some, and on its conditions.",
  path: "booking/discount_codes",
  readScopes: ["discount_code_read", "discount_code_write"],
  attributes: {
    id: uuid(),
    discount_code: string({ maxLength: 50 }).required(),
    currency: oneOf(currencies, "one of the currencies"),
    percentage: integer({ min: 1, max: 100 }),
    fixed_amount: decimal({ min: 1 }),
    all_rentals: boolean().readOnly(),
    minimum_nights_booked: integer({ min: 1, max: 1096 }),
    minimum_spend: decimal({ min: 1 }),
    number_of_times: integer({ min: 1 }),
    start_date: discountDate().near(),
    end_date: discountDate().near(),
    ...timestamps(),
    canceled_at: time().readOnly(),
    discount_value_type: oneOf(["percentage", "fixed_amount"]).forTheVerb(),
    minimum_requirements: oneOf(["none", "minimum_nights_booked", "minimum_spend"]).forTheVerb(),
    usage_limit: oneOf(["none", "number_of_times"]).forTheVerb(),
    rentals_eligibility: oneOf(["all_rentals", "specific_rentals"]).forTheVerb(),
  },
  relations: {
    account: one("accounts"),
    bookings: many("bookings", {
      through: "discount_code_usages",
      ours: "discount_code_id",
      theirs: "booking_id",
      where: "discount_code_usages.canceled_at is null",
    }).readBy("discount_code_read"),
    rentals: many("rentals", {
      through: "discount_codes_rentals",
      ours: "discount_code_id",
      theirs: "rental_id",
    }).writtenAs("rental_ids"),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
