import type { ServerAddress } from "../../src/database/connect/address.ts";
import { scopes as allScopes, isScope, type Scope } from "../../src/kernel/access/scopes.ts";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { openApplicationDatabase } from "./application-database.ts";
import { runSql } from "./databases.ts";

/** All scopes except the `_owned` ones, which narrow what a token sees. */
export const fullScopes: readonly Scope[] = Object.keys(allScopes)
  .filter(isScope)
  .filter((scope) => !scope.endsWith("_owned"));

/** Creates an account. @param address the database owner's login */
export async function anAccountAt(address: ServerAddress): Promise<number> {
  const sql = "insert into accounts (business_name) values ('Les Robles') returning id::int";
  return Number((await runSql(address, sql)).rows[0].id);
}

/** Creates an application in an account with these scopes and a very high rate limit. */
export async function anApplicationAt(
  address: ServerAddress,
  account: number,
  scopes: readonly Scope[],
): Promise<number> {
  const made = await runSql(
    address,
    `insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
     values ('Test', gen_random_uuid()::text, '\\x00', $1, 1000000) returning id::int`,
    [scopes],
  );
  const application = Number(made.rows[0].id);
  await runSql(address, "insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)", [
    account,
    application,
    scopes,
  ]);
  return application;
}

/** Issues an application's token for its account. */
export async function aTokenAt(
  address: ServerAddress,
  grant: { readonly account: number; readonly application: number; readonly scopes: readonly Scope[] },
): Promise<string> {
  const database = await openApplicationDatabase(address, 1);
  try {
    return await database.transaction((transaction) => issueAccessToken(transaction, grant));
  } finally {
    await database.close();
  }
}
