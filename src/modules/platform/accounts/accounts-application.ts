import { oneOf } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** The calling application's own installation in each of its token's accounts. Other applications' installations are hidden. */
export const accountsApplication = defineResource("accounts_applications", {
  singular: "accounts_application",
  description: "The calling application's agreement with the account.",
  path: "me",
  readScopes: ["public"],
  recorded: false,
  attributes: {
    partnership_invoice_recipient: oneOf(["account", "service"])
      .readOnly()
      .present()
      .description("Who is invoiced: account or service."),
  },
  relations: { account: owner() },
  always: "accounts_applications.application_id = :application",
});
