import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { client } from "./client.ts";
import { checkClient, createClient, updateClient } from "./save-client.ts";

const scopes = ["clients_write"] as const;

/** Clients cannot be deleted (service.md, Clients). */
export const clientsRoutes: readonly Route[] = [
  ...reads(client),
  creates(client, { scopes, check: checkClient, create: createClient }),
  ...updates(client, { scopes, check: checkClient, update: updateClient }),
];
