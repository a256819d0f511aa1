import { id, timestamps, translated } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { commonBeds, count } from "./room.ts";

/** A bedroom and its beds (service.md, Bedroom). All bed counts are writable, even those that the registry lists as read-only. */
export const bedroom = defineResource("bedrooms", {
  singular: "bedroom",
  description: "A bedroom of a rental and the beds in it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    name: translated({ maxLength: 25 }).required().description("The bedroom's name, such as Attic."),
    ...commonBeds(),
    futon_beds_count: count().description("Futons."),
    floor_mattress_beds_count: count().description("Mattresses on the floor."),
    toddler_beds_count: count().description("Beds for toddlers."),
    crib_beds_count: count().description("Cribs for babies."),
    rollaway_beds_count: count().description("Folding beds that can be rolled in."),
    air_mattress_beds_count: count().description("Air mattresses."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("Its rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
