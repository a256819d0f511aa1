import {
  boolean,
  currencyCode,
  integer,
  money,
  oneOf,
  string,
  time,
  timestamps,
  uuid,
} from "../../../kernel/attribute.ts";
import { ownCurrency } from "../../../kernel/currency-source.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { discountDate } from "./discount-date.ts";

/** A code that guests enter for a discount on the rental price. The attributes that choose its terms are write-only. */
export const discountCode = defineUuidResource("discount_codes", {
  singular: "discount_code",
  description:
    "A code for a discount on bookings: a percentage or an amount, for all or some rentals, with optional conditions.",
  path: "booking/discount_codes",
  readScopes: ["discount_code_read", "discount_code_write"],
  attributes: {
    id: uuid(),
    discount_code: string({ maxLength: 50 })
      .required()
      .description("The code that guests enter; unique in the account."),
    currency: currencyCode().description(
      "The currency of fixed_amount and minimum_spend. Bookings in another currency cannot use the code.",
    ),
    percentage: integer({ min: 1, max: 100 }).description(
      "Percent off the rental price; with discount_value_type percentage.",
    ),
    fixed_amount: money({ min: 1 }).description(
      "The amount off the rental price; with discount_value_type fixed_amount.",
    ),
    all_rentals: boolean()
      .readOnly()
      .present()
      .description("Whether the code applies to all rentals of the account; otherwise to those in links.rentals."),
    minimum_nights_booked: integer({ min: 1, max: 1096 }).description(
      "The minimum length of a stay; null for no minimum.",
    ),
    minimum_spend: money({ min: 1 }).description("The minimum rental price; null for no minimum."),
    number_of_times: integer({ min: 1 }).description(
      "How many times the code can be used in total; null for no limit.",
    ),
    start_date: discountDate().near().description("The first day on which the code can be used; null for no start."),
    end_date: discountDate().near().description("The last day on which the code can be used; null for no end."),
    ...timestamps(),
    canceled_at: time().readOnly().description("When the code was canceled; null while it is active."),
    discount_value_type: oneOf(["percentage", "fixed_amount"])
      .inputOnly()
      .description("Selects percentage or fixed_amount, and clears the other."),
    minimum_requirements: oneOf(["none", "minimum_nights_booked", "minimum_spend"])
      .inputOnly()
      .description("Selects the condition on the stay, and clears the others."),
    usage_limit: oneOf(["none", "number_of_times"]).inputOnly().description("Whether number_of_times applies."),
    rentals_eligibility: oneOf(["all_rentals", "specific_rentals"])
      .inputOnly()
      .description("Whether the code applies to all rentals or to those in rental_ids."),
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
      .description("The bookings that used the code."),
    rentals: many("rentals", {
      through: "discount_codes_rentals",
      ours: "discount_code_id",
      theirs: "rental_id",
    })
      .writtenAs("rental_ids")
      .leftByEnded()
      .description(
        "The rentals that the code applies to, if not all. A write replaces the list. Deleted rentals are removed; without any left, the code applies to none.",
      ),
  },
  currency: ownCurrency(),
  deletion: { column: "canceled_at", singleRead: "shown" },
});
