import Type from "typebox";
import { mapNights } from "../../../core/pricing/rates/rate-maps.ts";
import { boolean, date, id, integer, money, percentage, structure, timestamps } from "../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../kernel/currency-source.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { acceptWeekdays, isWeekdays, weekday } from "./rule-variables.ts";

const weekdays = () =>
  structure<readonly number[]>({
    title: "Array",
    schema: Type.Array(weekday.writeSchema, { minItems: 1 }),
    accept: acceptWeekdays,
    isValue: isWeekdays,
  });

/** Other prices, minimum stays and closed days for some nights of one rental, on top of its base rate and seasons (docs/concepts/pricing.md). */
export const rateOverride = defineResource("rate_overrides", {
  singular: "rate_override",
  description:
    "Another rate or minimum stay for some nights of one rental, on top of base rate and seasons, or days closed to arrivals or departures. A newer override takes precedence over older ones.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    start_date: date().near().required().description("The first night."),
    end_date: date().near().required().description("The last night."),
    days: weekdays().description("The weekdays of the nights, 0 is Sunday. Null for all."),
    rate: money({ min: 0, exclusive: true }).description("The rate of each night. Excludes percentage."),
    percentage: percentage({ min: -100_00, max: 99_999_99 }).description(
      "The change of each night's rate in percent: of the rate below, which is the season's or an older override's.",
    ),
    minimum_stay: integer({ min: 1, max: mapNights }).description("The minimum nights of stays that arrive on them."),
    closed_to_arrival: boolean().description(
      "Whether no stay may arrive on these days. False opens days that an older override closes.",
    ),
    closed_to_departure: boolean().description(
      "Whether no stay may depart on these days. False opens days that an older override closes.",
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
  },
  currency: currencyOfParent("rentals", "rental_id"),
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
