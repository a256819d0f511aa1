import { id, timestamps, translated } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { count } from "./room.ts";

/** A bathroom with its fittings. */
export const bathroom = defineResource("bathrooms", {
  singular: "bathroom",
  description: "A bathroom of a rental: its baths, showers and WCs.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required().description("The bathroom's name."),
    bath_count: count().description("Bathtubs in the bathroom."),
    shower_count: count().description("Showers in the bathroom."),
    wc_count: count().description("Toilets in the bathroom."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("Its rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
