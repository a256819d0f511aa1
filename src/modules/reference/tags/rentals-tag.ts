import { owner } from "../../../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../../../kernel/resource.ts";
import { tagAttributes } from "./tag.ts";

/** A tag by which the account groups its rentals (service.md, Rentals tag). Rentals set their tags with `rentals_tag_ids`. */
export const rentalsTag = defineResource("rentals_tags", {
  singular: "rentals_tag",
  description: "A tag by which the account groups its rentals.",
  readScopes: ["rentals_read", "rentals_write"],
  attributes: tagAttributes(),
  relations: { account: owner() },
  changeable: changedByItsAuthor("rentals_tags"),
});
