import { id, timestamps, translated } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { commonBeds, count } from "./room.ts";

/** A bedroom and its beds (service.md, Bedroom). The kinds of beds that the catalogue lists as read-only are written too: someone must set them. */
export const bedroom = defineResource("bedrooms", {
  singular: "bedroom",
  purpose: "A bedroom of a rental and the beds in it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required(),
    ...commonBeds(),
    futon_beds_count: count(),
    floor_mattress_beds_count: count(),
    toddler_beds_count: count(),
    crib_beds_count: count(),
    rollaway_beds_count: count(),
    air_mattress_beds_count: count(),
    ...timestamps(),
  },
  relations: { account: one("accounts"), rental: one("rentals") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
