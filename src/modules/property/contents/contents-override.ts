import { id, timestamps, translated } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** What an application says of a rental in place of the rental's own texts (the reference, rentals_contents_overrides). */
export const contentsOverride = defineResource("rentals_contents_overrides", {
  singular: "rentals_content_override",
  description:
    "What an application says of a rental in place of the rental's own texts; one for each application and rental.",
  readScopes: ["rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    headline: translated({ maxLength: 75 }).description("One line that advertises the rental there."),
    summary: translated({ maxLength: 150, multiline: true }).description("The short description there."),
    description: translated({ maxLength: 10_000, multiline: true }).description("The full description there."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    application: one("applications")
      .writtenAs("application_id", "required")
      .present()
      .description("The application that says it; it never changes."),
    rental: one("rentals")
      .deletedAlong()
      .writtenAs("rental_id", "required")
      .present()
      .description("The rental that it is about; it never changes."),
  },
  changeable: {
    rows: "rentals_contents_overrides.application_id = :application",
    reason: "An application changes its own texts and no other's.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
