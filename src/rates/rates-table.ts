import { boolean, id, integer, string, timestamps, translated } from "../kernel/attribute.ts";
import { many, one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

const ofTable = { foreignKey: "rates_table_id" };

/** What the prices of one or several rentals are made of: seasons with their periods, and rules (service.md, Rates table). */
export const ratesTable = defineResource("rates_tables", {
  singular: "rates_table",
  purpose:
    "What the prices of rentals are made of: seasons with their periods, and rates rules. Rentals may share one.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required(),
    shared: boolean().readOnly().meaning("False for a table that is private to one rental: the API cannot change it."),
    public_notes: string().readOnly(),
    ...timestamps(),
    clone_from: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .onCreationOnly()
      .forTheVerb()
      .meaning("The rates table whose seasons, periods and rates rules are copied."),
  },
  relations: {
    account: one("accounts"),
    seasons: many("seasons", ofTable),
    rates_rules: many("rates_rules", ofTable),
    periods: many("periods", ofTable),
    rentals: many("rentals", ofTable),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
