import { date, decimal, id, oneOf, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** The kinds of the registry (enums.yaml). */
// biome-ignore format: one list, read as one
export const taxKinds = [
  "value_added", "city", "goods_and_services", "government", "spa", "hot_spring", "residential",
  "sauna_fitness_facilities", "local_council", "provincial_sales", "harmonized_sales", "other",
] as const;

/** A tax that the account levies. Its percentage is fixed when it is created: bookings refer to it. */
export const tax = defineResource("taxes", {
  singular: "tax",
  description: "A tax that the account levies on rentals and fees, for a span of time.",
  readScopes: ["public", "rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 50 }).required().description("What guests read on their bill."),
    // The registry says "required", though its sample leaves it out.
    kind: oneOf(taxKinds).required().description("What kind of tax it is."),
    percentage: decimal({ min: 0, max: 99_999_99 })
      .required()
      .onCreationOnly()
      .description("Percent of what is taxed. Fixed when the tax is created: bookings refer to it."),
    start_date: date().near().required().description("The first day on which the tax is levied."),
    end_date: date().near().description("The last day on which it is levied; null for no end."),
    notes: string().readBy("rates_read").description("Notes for the account's own people."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    tax_rules: many("tax_rules", { foreignKey: "tax_id" }).description(
      "The conditions under which it is levied: all of them must hold.",
    ),
  },
});
