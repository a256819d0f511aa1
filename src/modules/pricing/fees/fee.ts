import { currencySet } from "../../../core/currencies.ts";
import { feeRateKinds, isPercentage } from "../../../core/pricing/fee-rate-kinds.ts";
import {
  currencyCode,
  decimal,
  id,
  integer,
  money,
  oneOf,
  percentage,
  string,
  time,
  timestamps,
  translated,
} from "../../../kernel/attribute.ts";
import { ownCurrency } from "../../../kernel/currency-source.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { feeKinds } from "./fee-kinds.ts";

/** SQL over the account, `$1`: the most common currency of its rentals; no row without rentals. */
export const mostCommonCurrency = `select currency from rentals where account_id = $1 and deleted_at is null
  group by currency order by count(*) desc, currency limit 1`;

/** A charge on top of the rental price, defined once per account. Rentals fees add it to rentals. */
export const fee = defineResource("fees", {
  singular: "fee",
  description: "A charge on top of the rental price, such as cleaning or parking, defined once for all rentals.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    kind: oneOf(feeKinds).required().description("The purpose of the fee."),
    headline: translated({ maxLength: 75 }).description("A one-line description of the fee."),
    name: translated().required().description("The name on the guest's bill."),
    rate: decimal({ min: 0 })
      .money({ unless: { attribute: "rate_kind", values: feeRateKinds.filter(isPercentage) } })
      .required()
      .description(
        "The price of one unit: an amount in the fee's currency, or a percentage of the rental price, depending on rate_kind.",
      ),
    rate_kind: oneOf(feeRateKinds)
      .required()
      .description("How the rate is applied: once, per night, per person and so on, or as a percentage."),
    archived_at: time()
      .readOnly()
      .description("When the fee was archived; new bookings no longer include it. Null while it is active."),
    ...timestamps(),
    downpayment_percentage: percentage({ min: 0, max: 100_00 })
      .required()
      .description("The percentage of the fee that is due when booking."),
    currency: currencyCode()
      .neverNull()
      .description("The currency of the rate. Defaults to the most common currency of the account's rentals."),
    // Only searches exchange amounts; elsewhere a fee is in its own currency.
    original_currency: string()
      .among(currencySet)
      .from("fees.currency")
      .present()
      .description("The fee's own currency. It differs from currency only if a search exchanged the amounts."),
    exchange_rate: decimal()
      .from("1.0")
      .present()
      .description("One unit of original_currency in currency; 1.0 if nothing was exchanged."),
    maximum_possible_rate: money({ min: 0 }).description(
      "The cap on a percentage fee, in the fee's currency; null for no limit.",
    ),
    maximum_nights: integer({ min: 1 }).description(
      "For rate kinds per night: how many nights of a stay are counted for each person, as of a tourist tax; null for all.",
    ),
    stock: integer({ min: 1 }).description(
      "How many units exist. Overlapping stays share them when guests book extras on your site or their portal; null for no limit.",
    ),
    cutoff_hours: integer({ min: 0, max: 8760 }).description(
      "Hours before check-in until which guests book it on your site or their portal; null until departure.",
    ),
    notes: string({ maxLength: 100 }).description("Internal notes."),
  },
  relations: { account: owner() },
  currency: ownCurrency(mostCommonCurrency),
  deletion: { column: "archived_at", singleRead: "shown" },
});
