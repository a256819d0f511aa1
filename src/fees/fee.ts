import { currencies } from "../core/currencies.ts";
import { decimal, id, oneOf, string, time, timestamps, translated } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { feeRateKinds } from "../core/pricing/fee-rate-kinds.ts";
import { feeKinds } from "./fee-kinds.ts";

/** Something that guests pay beside the rental, described once for the account; rentals fees bring it into rentals. */
export const fee = defineResource("fees", {
  singular: "fee",
  purpose: "Something that guests pay beside the rental, such as cleaning or parking: described once for all rentals.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    kind: oneOf(feeKinds).required(),
    headline: translated({ maxLength: 75 }),
    name: translated().required(),
    rate: decimal({ min: 0 }).required(),
    rate_kind: oneOf(feeRateKinds).required(),
    archived_at: time().readOnly(),
    ...timestamps(),
    downpayment_percentage: decimal({ min: 0, max: 100_00 }).required(),
    currency: oneOf(currencies, "one of the currencies").neverNull(),
    // Amounts are exchanged in a search only; elsewhere a fee stands in its own currency.
    original_currency: string().from("fees.currency"),
    exchange_rate: decimal().from("1.0"),
    maximum_possible_rate: decimal({ min: 0 }).meaning("The most that a percentage amounts to."),
    notes: string({ maxLength: 100 }),
  },
  relations: { account: one("accounts") },
  deletion: { column: "archived_at", singleRead: "shown" },
});
