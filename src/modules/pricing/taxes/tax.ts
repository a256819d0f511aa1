import { date, id, oneOf, percentage, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Kinds of taxes (enums.yaml). */
// biome-ignore format: one list, read as one
export const taxKinds = [
  "value_added", "city", "goods_and_services", "government", "spa", "hot_spring", "residential",
  "sauna_fitness_facilities", "local_council", "provincial_sales", "harmonized_sales", "other",
] as const;

/** A tax that the account levies. Its percentage never changes, because bookings refer to it. */
export const tax = defineResource("taxes", {
  singular: "tax",
  description: "A tax that the account levies on rentals and fees during a period.",
  readScopes: ["public", "rates_read", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 50 }).required().description("The name on the guest's bill."),
    // The registry says "required", though its sample leaves it out.
    kind: oneOf(taxKinds).required().description("The kind of tax."),
    percentage: percentage({ min: 0, max: 99_999_99 })
      .required()
      .onCreationOnly()
      .description(
        "The percentage of the taxed amount. Set on creation and never changed, because bookings refer to it.",
      ),
    start_date: date().near().required().description("The first day on which the tax is levied."),
    end_date: date().near().description("The last day on which the tax is levied; null for no end."),
    notes: string().readBy("rates_read").description("Internal notes."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    tax_rules: many("tax_rules", { foreignKey: "tax_id" }).description(
      "The conditions for levying the tax; all must hold.",
    ),
  },
});
