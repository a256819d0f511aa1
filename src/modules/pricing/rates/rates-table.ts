import { boolean, id, integer, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { currencyOfChildren } from "../../../kernel/currency-source.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

const ofTable = { foreignKey: "rates_table_id" };

/** The seasons, periods and rules that price one or more rentals (service.md, Rates table). */
export const ratesTable = defineResource("rates_tables", {
  singular: "rates_table",
  description: "The seasons, periods and rates rules that price rentals. Rentals can share a rates table.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required().description("The name of the table."),
    shared: boolean()
      .readOnly()
      .present()
      .description("False if the table is private to one rental and cannot be changed through the API."),
    public_notes: string().readOnly().description("Notes about prices that guests may see."),
    ...timestamps(),
    clone_from: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .onCreationOnly()
      .inputOnly()
      .description("The id of a rates table whose seasons, periods and rates rules are copied."),
  },
  relations: {
    account: owner(),
    seasons: many("seasons", ofTable).description("The table's seasons."),
    rates_rules: many("rates_rules", ofTable).description("The table's rules."),
    periods: many("periods", ofTable).description("The periods of all seasons."),
    rentals: many("rentals", ofTable).description("The rentals that use the table."),
  },
  currency: currencyOfChildren("rentals", "rates_table_id"),
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
