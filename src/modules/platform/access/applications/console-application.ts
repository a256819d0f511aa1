import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { everyScope } from "../scope-list.ts";
import { ownClientId } from "./own-application.ts";

/** Requests an hour that the people of one account have together (console.md). */
const consoleRateLimit = 50_000;

/** SQL: the client id of an account's console. Registered applications have random ones. */
export const consoleClientId = (account: string): string => `'roost-console-' || ${account}`;

/** SQL: an application is the console of an account. @param clientId SQL */
export const isConsole = (clientId = "applications.client_id"): string => `${clientId} ^@ 'roost-console-'`;

/** SQL: it is a part of Roost, and no program of somebody else. */
export const isOwn = (clientId = "applications.client_id"): string =>
  `(${clientId} = '${ownClientId}' or ${isConsole(clientId)})`;

/**
 * Installs the console of an account: the application through which its people call the API. Nobody has its secret and it has no tokens; what it
 * may do is what the person who uses it may. One that is there stays as it is.
 * @param transaction in the scope of the account
 */
export async function installConsole(transaction: Transaction, account: number): Promise<void> {
  await transaction.run(
    `with console as (
      insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
      values ('Roost Console', ${consoleClientId("$1::bigint")}, $2, $3, $4) on conflict (client_id) do nothing returning id
    )
    insert into accounts_applications (account_id, application_id, scopes) select $1, console.id, $3 from console`,
    [account, digestOf(randomBytes(32).toString("base64url")), [...everyScope], consoleRateLimit],
  );
}
