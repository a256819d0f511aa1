import { id, timestamps, translated } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** An application's texts for a rental, in place of the rental's own (the reference, rentals_contents_overrides). */
export const contentsOverride = defineResource("rentals_contents_overrides", {
  singular: "rentals_content_override",
  description:
    "An application's texts for a rental, in place of the rental's own. At most one per application and rental. An application can write only its own; the account's users can write all.",
  readScopes: ["rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    headline: translated({ maxLength: 75 }).description("The application's headline for the rental."),
    summary: translated({ maxLength: 150, multiline: true }).description("The application's short description."),
    description: translated({ maxLength: 10_000, multiline: true }).description("The application's full description."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    application: one("applications")
      .writtenAs("application_id", "required")
      .present()
      .description("The application. Cannot be changed."),
    rental: one("rentals")
      .deletedAlong()
      .writtenAs("rental_id", "required")
      .present()
      .description("The rental. Cannot be changed."),
  },
  changeable: {
    rows: "rentals_contents_overrides.application_id = :application or :of_account",
    reason: "An application can only change its own texts.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
