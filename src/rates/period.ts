import { date, id, time, timestamps } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

/** Nights that belong to a season, from the first to the last, both included. No two periods of one rates table share a night. */
export const period = defineResource("periods", {
  singular: "period",
  purpose: "Nights that belong to a season, start_date and end_date included.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    start_date: date().near().required(),
    end_date: date().near().required().meaning("At most three years ahead."),
    archived_at: time().readOnly(),
    ...timestamps(),
  },
  relations: {
    account: one("accounts"),
    season: one("seasons"),
    rates_table: one("rates_tables"),
  },
  deletion: { column: "archived_at", singleRead: "shown" },
});
