import { decimal, id, integer, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** From cheap to dear: the color under which a calendar shows a season, by its ratio. */
const color =
  "case when seasons.ratio_percentage < 60 then '#2c7bb6' when seasons.ratio_percentage < 90 then '#abd9e9'" +
  " when seasons.ratio_percentage <= 110 then '#a6d96a' when seasons.ratio_percentage <= 150 then '#fdae61' else '#d7191c' end";

/** A part of the year with its own price: so much percent of the rental's base rate (pricing.md §1.2). Its periods say when it is. */
export const season = defineResource("seasons", {
  singular: "season",
  description: "A part of the year in which nights cost a percentage of the base rate and ask for a minimum stay.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 50 }).required().description('What the season is called, such as "Summer".'),
    ratio_percentage: decimal({ min: 0, exclusive: true, max: 100_000_00 })
      .required()
      .description("Percent of the base rate: 100 changes nothing."),
    minimum_stay: integer({ min: 1 })
      .required()
      .description("Nights that a stay which arrives in the season has at least."),
    color_ratio: decimal()
      .from("round(seasons.ratio_percentage / 100, 2)")
      .present()
      .description("ratio_percentage as a factor."),
    color: string().from(color).present().description("Derived from the ratio: from blue for cheap to red for dear."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rates_table: one("rates_tables").deletedAlong().present().description("The rates table that it belongs to."),
    rates_rules: many("rates_rules", {
      through: "rates_rules_seasons",
      ours: "season_id",
      theirs: "rates_rule_id",
    }).description("The rules that apply in it."),
    periods: many("periods", { foreignKey: "season_id" }).description("When it is."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
