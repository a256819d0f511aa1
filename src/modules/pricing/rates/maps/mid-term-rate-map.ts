import Type from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { Attribute, date, timestamps, uuid } from "../../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../../kernel/currency-source.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineUuidResource } from "../../../../kernel/resource.ts";
import { problem, type ValueType } from "../../../../kernel/values/value-type.ts";
import { midTermSource, midTermWithIncrease, servedMidTerm, yesterday } from "./map-source.ts";
import { nightlyRates, nightMapValue, ratesOf } from "./night-map.ts";

/** Each night's rate with the calling application's price increase, rounded half up. */
const withIncrease: ValueType<readonly string[]> = {
  title: "Array",
  sqlType: "json",
  readSchema: Type.Array(Type.String()),
  writeSchema: Type.Array(Type.String()),
  toJson: (source) => JSON.stringify(midTermWithIncrease(source).map(formatHundredths)),
  accept: () => problem("is read-only"),
  toDatabase: (value) => JSON.stringify(value),
  fromDatabase: () => [],
  isValue: (candidate): candidate is readonly string[] => Array.isArray(candidate),
};

/** Nightly rates for stays of 31 nights or more, used with `mid_term_pricing_active` (pricing.md §7). */
export const midTermRateMap = defineUuidResource("mid_term_rate_maps", {
  singular: "mid_term_rate_map",
  description:
    "A rental's nightly rates for stays of 31 nights or more, for 1096 nights from yesterday (UTC); 0 means no rate.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: uuid(),
    start_date: date()
      .unrecorded()
      .readAs(yesterday)
      .persistedByOperation()
      .present()
      .description(
        "The first night of the map. In a write: the first night of the slice, from yesterday to 1094 days ahead.",
      ),
    map: new Attribute(nightMapValue(nightlyRates, servedMidTerm))
      .money({ amountsOf: ratesOf })
      .unrecorded()
      .readAs(midTermSource)
      .persistedByOperation()
      .present()
      .description(
        "Rates of successive nights, separated by commas; 0 means no rate. A write replaces only the nights that it covers.",
      ),
    map_with_price_variation: new Attribute(withIncrease)
      .from(midTermSource)
      .readBy("rates_read")
      .present()
      .description("The map with the calling application's price increase."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
  },
  currency: currencyOfParent("rentals", "rental_id"),
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
