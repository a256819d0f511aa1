import { date, id, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Nights of a season, first and last included. Periods of one rates table never overlap. */
export const period = defineResource("periods", {
  singular: "period",
  description: "The nights of a season from start_date to end_date, both included.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    start_date: date().near().required().description("The first night of the period."),
    end_date: date().near().required().description("The last night of the period, at most three years ahead."),
    archived_at: time().readOnly().description("When the period was archived; null while it is active."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    season: one("seasons").deletedAlong().present().description("The period's season."),
    rates_table: one("rates_tables").present().description("The season's rates table, whose periods cannot overlap."),
  },
  deletion: { column: "archived_at", singleRead: "shown" },
});
