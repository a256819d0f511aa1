import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "../../src/database/connect/database.ts";
import { giveFunctionsForms } from "../../src/database/distribute/functions.ts";
import { placedTables } from "../../src/database/distribute/tables.ts";
import { aDatabase } from "../harness/databases.ts";

/** All function definitions, as PostgreSQL prints them. */
async function definitions(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

// `npm run test:citus` tests their behavior. Any PostgreSQL can check that each current function has a form, and which.
test("every function has a form for a cluster, and a second time the same one", async () => {
  const database = await aDatabase();
  const client = new pg.Client(connectionConfig(database.owner, "owner"));
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const before = await definitions(client);
  await giveFunctionsForms(client, await placedTables(client));
  const after = await definitions(client);
  expect([...before.keys()].filter((name) => !after.has(name))).toEqual([]);
  for (const name of ["count_bookings()", "recount_bookings()", "record_bookings_bookings_tags()"])
    expect([name, before.get(name) === after.get(name)]).toEqual([name, name.startsWith("recount")]);
  const seeing = await client.query<{ name: string; table: string; definition: string }>(
    `select tgfoid::regprocedure::text as name, coalesce(tgnewtable, tgoldtable) as table, pg_get_functiondef(tgfoid) as definition
     from pg_trigger where coalesce(tgnewtable, tgoldtable) is not null`,
  );
  // A trigger reads its statement's rows once, in a separate statement.
  for (const { name, table, definition } of seeing.rows)
    expect([name, definition.match(new RegExp(`\\bfrom ${table}\\b`, "g"))?.length]).toEqual([name, 1]);
  await giveFunctionsForms(client, await placedTables(client));
  expect(await definitions(client)).toEqual(after);
});
