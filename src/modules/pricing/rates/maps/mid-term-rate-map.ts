import Type from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { Attribute, date, timestamps, uuid } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineUuidResource } from "../../../../kernel/resource.ts";
import { problem, type ValueType } from "../../../../kernel/values/value-type.ts";
import { midTermSource, servedMidTerm, soldMidTerm, yesterday } from "./map-source.ts";
import { nightlyRates, nightMapValue } from "./night-map.ts";

/** Each night's rate with the price increase of the calling application, rounded half up. */
const withIncrease: ValueType<readonly string[]> = {
  title: "Array",
  sqlType: "json",
  readSchema: Type.Array(Type.String()),
  writeSchema: Type.Array(Type.String()),
  toJson: (source) => JSON.stringify(soldMidTerm(source).map(formatHundredths)),
  accept: () => problem("is read-only"),
  toDatabase: (value) => JSON.stringify(value),
  fromDatabase: () => [],
  isValue: (candidate): candidate is readonly string[] => Array.isArray(candidate),
};

/** What each night of a rental costs in a stay of 31 nights or more, where `mid_term_pricing_active` (pricing.md §7). */
export const midTermRateMap = defineUuidResource("mid_term_rate_maps", {
  singular: "mid_term_rate_map",
  description:
    "What each of 1096 nights of a rental costs in a stay of 31 nights or more, from yesterday (UTC) on; 0 is no rate.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: uuid(),
    start_date: date()
      .unrecorded()
      .readAs(yesterday)
      .persistedByOperation()
      .present()
      .description(
        "The first night of the map; in a write, of the slice that it pushes: from yesterday to 1094 days ahead.",
      ),
    map: new Attribute(nightMapValue(nightlyRates, servedMidTerm))
      .unrecorded()
      .readAs(midTermSource)
      .persistedByOperation()
      .present()
      .description(
        "Rates of successive nights, separated by commas; 0 is no rate. A write replaces the nights that it covers; the rest stays.",
      ),
    map_with_price_variation: new Attribute(withIncrease)
      .from(midTermSource)
      .readBy("rates_read")
      .present()
      .description("The map with the price increase of the calling application."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental whose nights these are."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
