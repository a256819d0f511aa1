import { decimal, id, string, timestamps } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

const readers = ["applications_read", "applications_write", "rentals_write"] as const;

/** An application that the account has installed, with what it adds to prices. Registered for everybody, stored by installation. */
export const application = defineResource("applications", {
  singular: "application",
  description: "An application that the account has installed, and by how much it raises the prices that it shows.",
  table: "installed_applications",
  repeatsIds: true,
  recorded: { table: "accounts_applications", id: "application_id" },
  uncached: true,
  readScopes: readers,
  attributes: {
    id: id().description("The application's number."),
    name: string().readOnly().present().description("What the application is called."),
    default_price_increase: decimal({ min: 0, max: 100_00, exclusive: true }).description(
      "Percent that the application adds to the prices that it shows; null for none.",
    ),
    ...timestamps(),
  },
  relations: {},
  changeable: {
    rows: "installed_applications.id = :application",
    reason: "An application changes its own price increase and no other's.",
  },
  deletion: { column: "uninstalled_at", singleRead: "hidden" },
});
