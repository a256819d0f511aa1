import { id, timestamps, translated } from "../../kernel/attribute.ts";
import { one, owner } from "../../kernel/relation.ts";
import { defineResource } from "../../kernel/resource.ts";
import { count } from "./room.ts";

/** A bathroom and what is in it. */
export const bathroom = defineResource("bathrooms", {
  singular: "bathroom",
  purpose: "A bathroom of a rental: its baths, showers and WCs.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required().meaning("What the bathroom is called."),
    bath_count: count().meaning("Bathtubs in the bathroom."),
    shower_count: count().meaning("Showers in the bathroom."),
    wc_count: count().meaning("Toilets in the bathroom."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().meaning("The rental that it belongs to."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
