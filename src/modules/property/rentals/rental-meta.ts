import { id, time } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** The time of a rental's last change, so that clients know which rentals to reread. */
export const rentalMeta = defineResource("rentals_meta", {
  singular: "rental_meta",
  path: "rentals/meta",
  description: "When a rental last changed, for efficient synchronization.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  computed: true,
  attributes: {
    id: id().description("The rental's id."),
    updated_at: time().readOnly().present().description("When the rental last changed (UTC)."),
  },
  relations: {},
});
