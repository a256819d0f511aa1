import { currencySet } from "../../../../core/currencies.ts";
import { date, decimal, id, integer, string, timestamps } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { idList } from "../../../../kernel/search.ts";

const rateOf = (nights: string, discounts: string) =>
  decimal().readOnly().description(`The price of ${nights}, ${discounts}.`);
const before = "before discounts";
const after = "after all rules that do not depend on the current day or on bookings";

/** Successive nights with the same static figures (service.md, Rate; pricing.md §4). Maintained by a job; read-only. */
export const rate = defineResource("rates", {
  singular: "rate",
  description: "A static rate: successive nights of a rental with the same price, whenever they are booked.",
  readScopes: ["public"],
  recorded: false,
  attributes: {
    id: id(),
    currency: string().among(currencySet).readOnly().present().description("The rental's currency."),
    start_date: date().readOnly().present().description("The first night."),
    end_date: date().readOnly().present().description("The last night."),
    initial_nightly_rate: rateOf("a night", before),
    initial_weekly_rate: rateOf("7 nights", before),
    initial_monthly_rate: rateOf("30 nights", before),
    final_nightly_rate: rateOf("a night", after),
    final_weekly_rate: rateOf("7 nights", after),
    final_monthly_rate: rateOf("30 nights", after),
    minimum_stay: integer()
      .readOnly()
      .present()
      .description("The minimum stay, in nights, for arrivals on these nights."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: {
    rental_id: idList({ condition: "rates.rental_id = any(:rental_id)", description: "Comma-separated rental ids." }),
  },
});
