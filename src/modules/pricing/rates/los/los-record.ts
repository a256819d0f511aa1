import Type from "typebox";
import { losKinds } from "../../../../core/pricing/los/records.ts";
import { maxStayLength } from "../../../../core/pricing/stay/check-ins.ts";
import { Attribute, date, id, integer, oneOf, string, structure, time } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { decimalValue } from "../../../../kernel/values/number.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

const price = Type.String({ pattern: "^\\d+\\.\\d{1,2}$" });

/** Exchange rates have eight decimals, and small ones more. */
const exchangeRate = { ...decimalValue(), readSchema: Type.String({ pattern: "^\\d+\\.\\d+$" }) };

/** The prices of 1 … 30 nights from a check-in day (pricing.md §5). Computed on each read. */
export const losRecord = defineResource("los_records", {
  singular: "los_record",
  description:
    "A length-of-stay record: the prices of 1 to 30 nights from one check-in day, for a range of occupancies. Computed on each read.",
  readScopes: ["public"],
  computed: true,
  attributes: {
    id: id().description("Stable for the rental, kind, day and min_occupancy. Records cannot be read by id."),
    kind: oneOf(losKinds)
      .readOnly()
      .present()
      .description(
        "The kind of price: the rental alone before or after special offers, or the final price with required fees and taxes.",
      ),
    day: date().readOnly().present().description("The check-in day, today (UTC) or later."),
    min_occupancy: integer().readOnly().present().description("The smallest number of guests for these rates."),
    max_occupancy: integer().readOnly().present().description("The largest number of guests for these rates."),
    original_currency: string().readOnly().present().description("The rental's currency."),
    currency: string().readOnly().present().description("The currency of the rates."),
    exchange_rate: new Attribute(exchangeRate)
      .readOnly()
      .present()
      .description("One unit of original_currency in currency; 1.0 if nothing was exchanged."),
    rates: structure<readonly string[]>({
      title: "Array",
      schema: Type.Array(price, { minItems: maxStayLength, maxItems: maxStayLength }),
      accept: () => problem("is computed"),
      isValue: (candidate): candidate is readonly string[] => Array.isArray(candidate),
    })
      .readOnly()
      .present()
      .description(
        "The prices of 1, 2, … 30 nights; 0.0 if the stay is refused. meta.refusals lists rentals in which no stay has a price.",
      ),
    created_at: time().readOnly().present().description("When the data behind the record last changed."),
  },
  relations: { account: owner(), rental: one("rentals").present().description("The rental.") },
});
