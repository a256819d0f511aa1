import { id, timestamps } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { commonBeds } from "./room.ts";

/** A living room and the beds in it. */
export const livingRoom = defineResource("living_rooms", {
  singular: "living_room",
  description: "A living room of a rental and the beds in it.",
  readScopes: ["public", "rentals_write"],
  attributes: { id: id(), ...commonBeds(), ...timestamps() },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("Its rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
