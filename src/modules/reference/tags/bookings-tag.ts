import { owner } from "../../../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../../../kernel/resource.ts";
import { tagAttributes } from "./tag.ts";

/** A tag by which the account groups its bookings. Separate routes add tags to bookings and remove them. */
export const bookingsTag = defineResource("bookings_tags", {
  singular: "bookings_tag",
  description: "A tag by which the account groups its bookings.",
  readScopes: ["bookings_read", "bookings_write"],
  attributes: tagAttributes(),
  relations: { account: owner() },
  changeable: changedByItsAuthor("bookings_tags"),
});
