import { type Route, reads } from "../../kernel/route.ts";
import { action } from "../../kernel/write/actions.ts";
import { creates } from "../../kernel/write/creates.ts";
import { updates } from "../../kernel/write/updates.ts";
import { client } from "./client.ts";
import { liftRestriction, restrictProcessing } from "./restrict-processing.ts";
import { checkClient, createClient, updateClient } from "./save-client.ts";

const scopes = ["clients_write"] as const;

/** A deletion of clients is not offered (service.md, Clients). */
export const clientsRoutes: readonly Route[] = [
  ...reads(client),
  creates(client, { scopes, check: checkClient, create: createClient }),
  ...updates(client, { scopes, check: checkClient, update: updateClient }),
  action(client, {
    on: "one",
    method: "POST",
    path: "restrict_processing",
    scopes,
    summary: "Show a client's personal data to the account's own people only.",
    description:
      "To applications that are not the account's own its personal attributes are then blank, everywhere, and cannot be changed.",
    run: restrictProcessing,
  }),
  action(client, {
    on: "one",
    method: "POST",
    path: "lift_restriction",
    scopes,
    summary: "Show a client's personal data to everyone again who may see clients.",
    description: "Only the account's own people may.",
    run: liftRestriction,
  }),
];
