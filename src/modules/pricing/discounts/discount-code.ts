import { currencies } from "../../../core/currencies.ts";
import { boolean, decimal, integer, oneOf, string, time, timestamps, uuid } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { discountDate } from "./discount-date.ts";

/** A code that guests give for a discount on the rental price. Which of its terms count is said beside them, and never read. */
export const discountCode = defineUuidResource("discount_codes", {
  singular: "discount_code",
  description:
    "A code for a discount on bookings: of a percentage or an amount, for all rentals or some, and on its conditions.",
  path: "booking/discount_codes",
  readScopes: ["discount_code_read", "discount_code_write"],
  attributes: {
    id: uuid(),
    discount_code: string({ maxLength: 50 })
      .required()
      .description("What guests type in; an account has each code once."),
    currency: oneOf(currencies, "one of the currencies").description(
      "The currency of fixed_amount and minimum_spend; bookings in another one cannot use the code.",
    ),
    percentage: integer({ min: 1, max: 100 }).description(
      "Percent off the rental price; with discount_value_type percentage.",
    ),
    fixed_amount: decimal({ min: 1 }).description(
      "The amount off the rental price; with discount_value_type fixed_amount.",
    ),
    all_rentals: boolean()
      .readOnly()
      .present()
      .description("Whether the code is good for all rentals of the account; otherwise for those in links.rentals."),
    minimum_nights_booked: integer({ min: 1, max: 1096 }).description(
      "Nights that a stay must have; null for no such condition.",
    ),
    minimum_spend: decimal({ min: 1 }).description(
      "The least that the rental price must be; null for no such condition.",
    ),
    number_of_times: integer({ min: 1 }).description("How often the code can be used in all; null for no limit."),
    start_date: discountDate().near().description("The first day on which it can be used; null for no beginning."),
    end_date: discountDate().near().description("The last day on which it can be used; null for no end."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When the code was canceled and so ended; null while it is good."),
    discount_value_type: oneOf(["percentage", "fixed_amount"])
      .inputOnly()
      .description("Which of percentage and fixed_amount counts; the other is cleared."),
    minimum_requirements: oneOf(["none", "minimum_nights_booked", "minimum_spend"])
      .inputOnly()
      .description("Which condition on the stay counts, if any; the others are cleared."),
    usage_limit: oneOf(["none", "number_of_times"]).inputOnly().description("Whether number_of_times counts."),
    rentals_eligibility: oneOf(["all_rentals", "specific_rentals"])
      .inputOnly()
      .description("Whether all rentals take the code, or those of rental_ids."),
  },
  relations: {
    account: owner(),
    bookings: many("bookings", {
      through: "discount_code_usages",
      ours: "discount_code_id",
      theirs: "booking_id",
      where: "discount_code_usages.canceled_at is null",
    })
      .readBy("discount_code_read")
      .description("The bookings that used it."),
    rentals: many("rentals", {
      through: "discount_codes_rentals",
      ours: "discount_code_id",
      theirs: "rental_id",
    })
      .writtenAs("rental_ids")
      .description("The rentals that take it, where not all do; a write replaces them all."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
