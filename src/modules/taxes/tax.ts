import { date, decimal, id, oneOf, string, timestamps, translated } from "../../kernel/attribute.ts";
import { many, owner } from "../../kernel/relation.ts";
import { defineResource } from "../../kernel/resource.ts";

/** The kinds of the catalogue (enums.yaml). */
// biome-ignore format: one list, read as one
export const taxKinds = [
  "value_added", "city", "goods_and_services", "government", "spa", "hot_spring", "residential",
  "sauna_fitness_facilities", "local_council", "provincial_sales", "harmonized_sales", "other",
] as const;

/** A tax that the account levies. Its percentage is fixed when it is created: bookings refer to it. */
export const tax = defineResource("taxes", {
  singular: "tax",
  purpose: "A tax that the account levies on rentals and fees, for a span of time.",
  readScopes: ["public", "rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 50 }).required().meaning("What guests read on their bill."),
    // The catalogue says "required", though its sample leaves it out.
    kind: oneOf(taxKinds).required().meaning("What kind of tax it is."),
    percentage: decimal({ min: 0, max: 99_999_99 })
      .required()
      .onCreationOnly()
      .meaning("Percent of what is taxed. Fixed when the tax is created: bookings refer to it."),
    start_date: date().near().required().meaning("The first day on which the tax is levied."),
    end_date: date().near().meaning("The last day on which it is levied; null for no end."),
    notes: string().readBy("rates_read").meaning("Notes for the account's own people."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    tax_rules: many("tax_rules", { foreignKey: "tax_id" }).meaning(
      "The conditions under which it is levied: all of them must hold.",
    ),
  },
});
