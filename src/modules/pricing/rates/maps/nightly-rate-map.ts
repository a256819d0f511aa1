import { Attribute, date, id, timestamps } from "../../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../../kernel/currency-source.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { nightlySource, servedNights, yesterday } from "./map-source.ts";
import { minimumStays, nightlyRates, nightMapValue, ratesOf } from "./night-map.ts";

const rates = nightMapValue(nightlyRates, (source) => servedNights(source, "rates"));
const stays = nightMapValue(minimumStays, (source) => servedNights(source, "minimumStays"));

/** A rental's nightly rates and minimum stays from yesterday on (pricing.md §1). Its id is the rental's. */
export const nightlyRateMap = defineResource("nightly_rate_maps", {
  singular: "nightly_rate_map",
  description: "A rental's rates and minimum stays for 1096 nights from yesterday (UTC); 0 means no rate.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id().description("The rental's id."),
    start_date: date()
      .unrecorded()
      .readAs(yesterday)
      .persistedByOperation()
      .present()
      .description(
        "The first night of the maps. In a write: the first night of the slice, from yesterday to 1094 days ahead.",
      ),
    rates_map: new Attribute(rates)
      .money({ amountsOf: ratesOf })
      .unrecorded()
      .readAs(nightlySource("rates_map"))
      .persistedByOperation()
      .present()
      .description(
        "Rates of successive nights, separated by commas; 0 means no rate. A write replaces only the nights that it covers.",
      ),
    minimum_stays_map: new Attribute(stays)
      .unrecorded()
      .readAs(nightlySource("minimum_stays_map"))
      .persistedByOperation()
      .present()
      .description("The minimum stay for each arrival day, in nights, separated by commas. Written like rates_map."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
  },
  currency: currencyOfParent("rentals", "rental_id"),
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
