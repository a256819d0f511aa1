import { id, string, timestamps } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { rental } from "../../property/rentals/rental.ts";

/** SQL: a group's rentals. */
const rentalsOfGroup =
  "rental_link_groups_rentals as linked join rentals on rentals.account_id = :account_of(linked) and rentals.id = linked.rental_id" +
  " where linked.account_id = :account_of(rental_link_groups) and linked.rental_link_group_id = rental_link_groups.id";

/** Rentals per group (service.md, Limits; conventions.md, Bounds). */
const minRentals = 2;
const maxRentals = 50;

/** Rentals that block each other's nights (service.md, Rental link group; bookings.md). */
export const rentalLinkGroup = defineResource("rental_link_groups", {
  singular: "rental_link_group",
  description:
    "Rentals that cannot be sold at the same time, such as a villa and an apartment in it. A booking of one blocks the same nights in the others.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    rental_names: string()
      .from(`coalesce((select string_agg(rentals.name, ', ' order by rentals.id) from ${rentalsOfGroup}), '')`)
      .present()
      .description("The linked rentals' names, ordered by id."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rentals: many("rentals", {
      through: "rental_link_groups_rentals",
      ours: "rental_link_group_id",
      theirs: "rental_id",
    })
      .writtenAs("rental_ids", { atLeast: minRentals, atMost: maxRentals })
      .leftByEnded()
      .description("The linked rentals, 2 to 50. Deleted rentals are removed."),
    rental_links: many("rental_links", { foreignKey: "rental_link_group_id" }).description(
      "Its links, one per ordered pair of rentals.",
    ),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  published: `not exists (select from ${rentalsOfGroup} and not (${rental.published}))`,
});
