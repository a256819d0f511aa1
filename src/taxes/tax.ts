import { date, decimal, id, oneOf, string, timestamps, translated } from "../kernel/attribute.ts";
import { many, one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

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
    name: translated({ maxLength: 50 }).required(),
    // The catalogue says "required", though its sample leaves it out.
    kind: oneOf(taxKinds).required(),
    percentage: decimal({ min: 0, max: 99_999_99 }).required().onCreationOnly(),
    start_date: date().near().required(),
    end_date: date().near(),
    notes: string().readBy("rates_read"),
    ...timestamps(),
  },
  relations: { account: one("accounts"), tax_rules: many("tax_rules", { foreignKey: "tax_id" }) },
});
