import Type from "typebox";
import { losKinds } from "../../../../core/pricing/los/records.ts";
import { longestLength } from "../../../../core/pricing/stay/check-ins.ts";
import { Attribute, date, id, integer, oneOf, string, structure, time } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { decimalValue } from "../../../../kernel/values/number.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

const price = Type.String({ pattern: "^\\d+\\.\\d{1,2}$" });

/** Rates of exchange have more decimals than money: up to eight. */
const exchangeRate = { ...decimalValue(), readSchema: Type.String({ pattern: "^\\d+\\.\\d{1,8}$" }) };

/** What 1 … 30 nights in a rental cost from a check-in day on (pricing.md §5). Computed with each read. */
export const losRecord = defineResource("los_records", {
  singular: "los_record",
  description:
    "What stays of 1 to 30 nights in a rental cost from one check-in day on, for a range of occupancies: a length-of-stay record. Computed with each read.",
  readScopes: ["public"],
  computed: true,
  attributes: {
    id: id().description("Stable for the rental, kind, day and min_occupancy; there is no read by it."),
    kind: oneOf(losKinds)
      .readOnly()
      .present()
      .description(
        "Which price the rates are: the rental alone before or after special offers, or what the guest pays with required fees and taxes.",
      ),
    day: date().readOnly().present().description("The check-in day, from today (UTC) on."),
    min_occupancy: integer().readOnly().present().description("The fewest guests to whom the rates apply."),
    max_occupancy: integer().readOnly().present().description("The most guests to whom the rates apply."),
    original_currency: string().readOnly().present().description("The currency of the rental."),
    currency: string().readOnly().present().description("The currency of the rates."),
    exchange_rate: new Attribute(exchangeRate)
      .readOnly()
      .present()
      .description("One unit of original_currency in currency; 1.0 where nothing was exchanged."),
    rates: structure<readonly string[]>({
      title: "Array",
      schema: Type.Array(price, { minItems: longestLength, maxItems: longestLength }),
      accept: () => problem("is computed"),
      isValue: (candidate): candidate is readonly string[] => Array.isArray(candidate),
    })
      .readOnly()
      .present()
      .description(
        "What 1, 2, … 30 nights cost; 0.0 where such a stay is refused. meta.refusals names the rentals in which none has a price.",
      ),
    created_at: time().readOnly().present().description("When what the record is computed from last changed."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
});
