import { boolean, id, integer, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

const ofTable = { foreignKey: "rates_table_id" };

/** What the prices of one or several rentals are made of: seasons with their periods, and rules (service.md, Rates table). */
export const ratesTable = defineResource("rates_tables", {
  singular: "rates_table",
  description:
    "What the prices of rentals are made of: seasons with their periods, and rates rules. Rentals may share one.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required().description("What the table is called."),
    shared: boolean()
      .readOnly()
      .present()
      .description("False for a table that is private to one rental: the API cannot change it."),
    public_notes: string().readOnly().description("Notes about prices that may be shown to guests."),
    ...timestamps(),
    clone_from: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .onCreationOnly()
      .inputOnly()
      .description("The rates table whose seasons, periods and rates rules are copied."),
  },
  relations: {
    account: owner(),
    seasons: many("seasons", ofTable).description("Its seasons."),
    rates_rules: many("rates_rules", ofTable).description("Its rules."),
    periods: many("periods", ofTable).description("The periods of all of its seasons."),
    rentals: many("rentals", ofTable).description("The rentals that are priced by it."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
