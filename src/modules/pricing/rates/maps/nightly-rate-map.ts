import { Attribute, date, id, timestamps } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { nightlySource, servedNights, yesterday } from "./map-source.ts";
import { minimumStays, nightlyRates, nightMapValue } from "./night-map.ts";

const rates = nightMapValue(nightlyRates, (source) => servedNights(source, "rates"));
const stays = nightMapValue(minimumStays, (source) => servedNights(source, "minimumStays"));

/** The rate and the minimum stay of each night of a rental, from yesterday on (pricing.md §1). Its id is the rental's. */
export const nightlyRateMap = defineResource("nightly_rate_maps", {
  singular: "nightly_rate_map",
  description:
    "The rate and the minimum stay of each of 1096 nights of a rental, from yesterday (UTC) on; 0 is no rate.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id().description("The id of the rental."),
    start_date: date()
      .unrecorded()
      .readAs(yesterday)
      .persistedByOperation()
      .present()
      .description(
        "The first night of the maps; in a write, of the slice that it pushes: from yesterday to 1094 days ahead.",
      ),
    rates_map: new Attribute(rates)
      .unrecorded()
      .readAs(nightlySource("rates_map"))
      .persistedByOperation()
      .present()
      .description(
        "Rates of successive nights, separated by commas; 0 is no rate. A write replaces the nights that it covers; the rest stays.",
      ),
    minimum_stays_map: new Attribute(stays)
      .unrecorded()
      .readAs(nightlySource("minimum_stays_map"))
      .persistedByOperation()
      .present()
      .description(
        "Nights that a stay has at least which arrives on each day, separated by commas; written as rates_map is.",
      ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental whose nights these are."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
