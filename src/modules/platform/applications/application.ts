import { id, percentage, string, timestamps } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

const readers = ["applications_read", "applications_write", "rentals_write"] as const;

/** An application that the account has installed. Registered once for all accounts; the price increase belongs to the installation. */
export const application = defineResource("applications", {
  singular: "application",
  description: "An application that the account has installed, with the increase that it adds to displayed prices.",
  table: "installed_applications",
  repeatsIds: true,
  recorded: { table: "accounts_applications", id: "application_id" },
  uncached: true,
  readScopes: readers,
  attributes: {
    id: id().description("The application's id."),
    name: string().readOnly().present().description("The application's name."),
    default_price_increase: percentage({ min: 0, max: 100_00, exclusive: true }).description(
      "Percentage that the application adds to the prices it displays; null for none.",
    ),
    ...timestamps(),
  },
  relations: {},
  changeable: {
    rows: "installed_applications.id = :application or :of_account",
    reason: "An application can only change its own price increase.",
  },
  deletion: { column: "uninstalled_at", singleRead: "hidden" },
});
