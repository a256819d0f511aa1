import { date, id, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Nights that belong to a season, from the first to the last, both included. No two periods of one rates table share a night. */
export const period = defineResource("periods", {
  singular: "period",
  description: "Nights that belong to a season, start_date and end_date included.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    start_date: date().near().required().description("The first night that belongs to the season."),
    end_date: date()
      .near()
      .required()
      .description("The last night that belongs to the season, at most three years ahead."),
    archived_at: time().readOnly().description("When the period was archived and so ended; null while it counts."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    season: one("seasons").deletedAlong().present().description("The season that it belongs to."),
    rates_table: one("rates_tables")
      .present()
      .description("The rates table of that season; no two periods of one share a night."),
  },
  deletion: { column: "archived_at", singleRead: "shown" },
});
