import { date, decimal, id, integer, string, timestamps } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { idList } from "../kernel/search.ts";

/** A static rate: a run of nights with the same figures, none of which refers to the current day (pricing.md §4). */
export const rate = defineResource("rates", {
  singular: "rate",
  purpose:
    "What a rental costs on a run of nights, before and after discounts that do not depend on the day of booking.",
  readScopes: ["public"],
  attributes: {
    id: id(),
    currency: string().readOnly(),
    start_date: date().readOnly(),
    end_date: date().readOnly(),
    initial_nightly_rate: decimal().readOnly(),
    initial_weekly_rate: decimal().readOnly(),
    initial_monthly_rate: decimal().readOnly(),
    final_nightly_rate: decimal().readOnly(),
    final_weekly_rate: decimal().readOnly(),
    final_monthly_rate: decimal().readOnly(),
    minimum_stay: integer().readOnly(),
    ...timestamps(),
  },
  relations: { account: one("accounts"), rental: one("rentals") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: {
    rental_id: idList({ condition: "rates.rental_id = any(:rental_id)", meaning: "Comma list of rental ids." }),
  },
});
