import { id, timestamps, translated } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { count } from "./room.ts";

/** A bathroom and what is in it. */
export const bathroom = defineResource("bathrooms", {
  singular: "bathroom",
  purpose: "A bathroom of a rental: its baths, showers and WCs.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required(),
    bath_count: count(),
    shower_count: count(),
    wc_count: count(),
    ...timestamps(),
  },
  relations: { account: one("accounts"), rental: one("rentals") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
