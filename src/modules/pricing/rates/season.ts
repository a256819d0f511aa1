import { decimal, id, integer, percentage, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** SQL: a season's calendar color by ratio, from blue (cheap) to red (expensive). */
const color =
  "case when seasons.ratio_percentage < 60 then '#2c7bb6' when seasons.ratio_percentage < 90 then '#abd9e9'" +
  " when seasons.ratio_percentage <= 110 then '#a6d96a' when seasons.ratio_percentage <= 150 then '#fdae61' else '#d7191c' end";

/** A part of the year priced as a percentage of the base rate (pricing.md §1.2). Its periods define its dates. */
export const season = defineResource("seasons", {
  singular: "season",
  description: "A part of the year with its own percentage of the base rate and minimum stay.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 50 }).required().description('The name of the season, such as "Summer".'),
    ratio_percentage: percentage({ min: 0, exclusive: true, max: 100_000_00 })
      .required()
      .description("The percentage of the base rate; 100 leaves it unchanged."),
    minimum_stay: integer({ min: 1 })
      .required()
      .description("The minimum stay, in nights, for arrivals in the season."),
    color_ratio: decimal()
      .from("round(seasons.ratio_percentage / 100, 2)")
      .present()
      .description("ratio_percentage as a factor."),
    color: string().from(color).present().description("Derived from the ratio: from blue (cheap) to red (expensive)."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rates_table: one("rates_tables").deletedAlong().present().description("The season's rates table."),
    rates_rules: many("rates_rules", {
      through: "rates_rules_seasons",
      ours: "season_id",
      theirs: "rates_rule_id",
    }).description("The rules that apply in the season."),
    periods: many("periods", { foreignKey: "season_id" }).description("The season's periods."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
