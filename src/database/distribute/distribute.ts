import type pg from "pg";
import type { ServerAddress } from "../address.ts";
import { migrationLock } from "../migrate.ts";
import { asOwner } from "../roles.ts";
import { assertDistributable } from "./assert-distributable.ts";
import { foreignKeys, keysWithoutAccount, subSelectingPolicies } from "./forms.ts";
import { anchor, placedTables } from "./tables.ts";

/** What a database has become. */
export interface Distributed {
  /** Tables that were spread over the workers by account now; none when they were already. */
  readonly distributed: readonly string[];
  /** Tables that were copied to every server now. */
  readonly reference: readonly string[];
  /** Foreign keys that Citus cannot hold, as `table.name`: dropped now. */
  readonly dropped_keys: readonly string[];
}

/**
 * Spreads the tables of a migrated database over the workers of a Citus cluster, by account (operations.md, "Distributed"). One
 * transaction: it is done whole or not at all. What is distributed stays as it is.
 * @throws MigrationError with one sentence, when the server or the database is not fit for it
 */
export function distribute(address: ServerAddress): Promise<Distributed> {
  return asOwner(address, async (client) => {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await assertDistributable(client);
    await client.query("begin");
    try {
      const done = await distributeTables(client);
      await client.query("commit");
      return done;
    } catch (error) {
      // The error that counts is the first one.
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function distributeTables(client: pg.Client): Promise<Distributed> {
  // Reference tables and distributed ones are written by one transaction: not on several connections to a worker.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  const already = await citusTables(client);
  const tables = (await placedTables(client)).filter(
    ({ name, placement }) => placement !== "local" && !already.has(name),
  );
  if (tables.length === 0) return { distributed: [], reference: [], dropped_keys: [] };
  // Servers of a cluster connect to each other as the role that asks.
  await client.query("alter role roost_app login");
  // A key to a table that is placed later would drag that one along, as a table of another kind.
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await giveForms(
    client,
    tables.filter(({ account }) => account !== undefined).map(({ name }) => name),
  );
  for (const { name, account } of tables) {
    if (account === undefined) await client.query("select create_reference_table($1)", [name]);
    else if (name === anchor) await client.query("select create_distributed_table($1, $2)", [name, account]);
    else {
      await client.query("select create_distributed_table($1, $2, colocate_with => $3)", [name, account, anchor]);
    }
  }
  const placements = new Map((await placedTables(client)).map(({ name, placement }) => [name, placement]));
  // What is local refers to nothing that is not, nor the other way round; what everybody shares refers to nothing distributed.
  const impossible = keys.filter(({ table, target }) => {
    const [from, to] = [placements.get(table), placements.get(target)];
    return from !== to && (from === "local" || to === "local" || from === "reference");
  });
  for (const key of keys) {
    if (impossible.includes(key)) continue;
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  }
  return {
    distributed: tables.filter(({ account }) => account !== undefined).map(({ name }) => name),
    reference: tables.filter(({ account }) => account === undefined).map(({ name }) => name),
    dropped_keys: impossible.map(({ table, name }) => `${table}.${name}`),
  };
}

/** Brings unique indexes and policies into forms that Citus takes. */
async function giveForms(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const { drop, create } of await keysWithoutAccount(client, tables)) {
    await client.query(drop);
    await client.query(create);
  }
  for (const table of await subSelectingPolicies(client, tables)) {
    await client.query(`drop policy own_accounts on ${table}`);
    await client.query(
      `create policy own_accounts on ${table} to roost_app using (account_id = any (roost_accounts()))`,
    );
  }
}

async function citusTables(client: pg.Client): Promise<Set<string>> {
  const found = await client.query<{ name: string }>(
    "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'",
  );
  return new Set(found.rows.map(({ name }) => name));
}
