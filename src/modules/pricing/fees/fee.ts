import { currencies, currencySet } from "../../../core/currencies.ts";
import { feeRateKinds } from "../../../core/pricing/fee-rate-kinds.ts";
import { decimal, id, oneOf, string, time, timestamps, translated } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { feeKinds } from "./fee-kinds.ts";

/** Something that guests pay beside the rental, described once for the account; rentals fees bring it into rentals. */
export const fee = defineResource("fees", {
  singular: "fee",
  description:
    "Something that guests pay beside the rental, such as cleaning or parking: described once for all rentals.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    kind: oneOf(feeKinds).required().description("What the fee is for."),
    headline: translated({ maxLength: 75 }).description("One line about the fee."),
    name: translated().required().description("What guests read on their bill."),
    rate: decimal({ min: 0 })
      .required()
      .description(
        "How much one is: an amount in the fee's currency, or percent of the rental price, as rate_kind says.",
      ),
    rate_kind: oneOf(feeRateKinds)
      .required()
      .description("What the rate is multiplied by: nothing, nights, persons …; or that it is a percentage."),
    archived_at: time()
      .readOnly()
      .description("When the fee was archived: it is in no new booking from then on. Null while it counts."),
    ...timestamps(),
    downpayment_percentage: decimal({ min: 0, max: 100_00 })
      .required()
      .description("Percent of the fee that is due when booking."),
    currency: oneOf(currencies, "one of the currencies")
      .neverNull()
      .description("The currency of the rate; the account's usual one unless told."),
    // Amounts are exchanged in a search only; elsewhere a fee stands in its own currency.
    original_currency: string()
      .among(currencySet)
      .from("fees.currency")
      .present()
      .description("The currency that the fee was set in; another than currency only where a search exchanged it."),
    exchange_rate: decimal()
      .from("1.0")
      .present()
      .description("One unit of original_currency in currency; 1.0 where nothing was exchanged."),
    maximum_possible_rate: decimal({ min: 0 }).description(
      "The most that a percentage amounts to, in the fee's currency; null for no limit.",
    ),
    notes: string({ maxLength: 100 }).description("Notes for the account's own people."),
  },
  relations: { account: owner() },
  deletion: { column: "archived_at", singleRead: "shown" },
});
