import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { everyScope } from "../scope-list.ts";
import { ownClientId } from "./own-application.ts";

/** Requests per hour that all people of an account share (console.md). */
const consoleRateLimit = 50_000;

/** SQL: the client id of an account's console. Registered applications have random ids. */
export const consoleClientId = (account: string): string => `'roost-console-' || ${account}`;

/** SQL: the application is an account's console. @param clientId SQL */
export const isConsole = (clientId = "applications.client_id"): string => `${clientId} ^@ 'roost-console-'`;

/** SQL: the application is part of Roost, not a third party's. */
export const isOwn = (clientId = "applications.client_id"): string =>
  `(${clientId} = '${ownClientId}' or ${isConsole(clientId)})`;

/**
 * Installs an account's console, the application through which its people call the API. Its secret is discarded and it has no tokens;
 * the signed-in person's role decides what it may do. An existing console stays unchanged.
 * @param transaction in the account's scope
 */
export async function installConsole(transaction: Transaction, account: number): Promise<void> {
  await transaction.run(
    `with console as (
      insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
      values ('Roost Console', ${consoleClientId("$1::bigint")}, $2, $3, $4) on conflict (client_id) do nothing returning id
    )
    insert into accounts_applications (account_id, application_id, scopes) select $1, console.id, $3 from console returning account_id`,
    [account, digestOf(randomBytes(32).toString("base64url")), [...everyScope], consoleRateLimit],
  );
}
