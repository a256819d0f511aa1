import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { asOwner, letLogIn } from "../connect/roles.ts";
import { migrationLock } from "../migrate/migrate.ts";
import { MigrationError } from "../migration-error.ts";
import { assertDistributable } from "./assert-distributable.ts";
import { clusterDefinition, type ForeignKey, foreignKeys, keysWithoutAccount, subSelectingPolicies } from "./forms.ts";
import { replaceFunctions, shareFunctions } from "./functions.ts";
import { anchor, ofEverybody, type PlacedTable, placedTables } from "./tables.ts";
import { fireOnCoordinator, triggersOf } from "./triggers.ts";

/** The changes of a run; empty if the database was already distributed. */
export interface Distributed {
  /** Tables that were distributed by account. */
  readonly distributed: readonly string[];
  /** Tables that were copied to every server. */
  readonly reference: readonly string[];
  /** Dropped foreign keys, as `table.name`, which Citus cannot enforce. */
  readonly dropped_keys: readonly string[];
}

/**
 * Distributes a migrated database's tables over a Citus cluster's workers, by account (operations.md, "Distributed"). Runs in one
 * transaction and skips distributed tables.
 * @throws MigrationError if the server or the database does not meet the requirements
 */
export function distribute(address: ServerAddress): Promise<Distributed> {
  return asOwner(address, async (client) => {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await assertDistributable(client);
    // A cluster's servers connect to each other as the current role. Outside the transaction, so that no other `alter role` waits for it.
    await letLogIn(client, "roost_app");
    await client.query("begin");
    try {
      const done = await distributeTables(client);
      await client.query("commit");
      await grantSequences(client);
      return done;
    } catch (error) {
      // Keep the first error.
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

/** Workers draw ids from their own sequences, which exist only after the commit. A second run repeats this. */
async function grantSequences(client: pg.Client): Promise<void> {
  const answers = await client.query<{ nodename: string; nodeport: number; result: string }>(
    `select nodename, nodeport, result
     from run_command_on_workers('grant usage on all sequences in schema public to roost_app') where not success`,
  );
  const [refused] = answers.rows;
  if (refused)
    throw new MigrationError(
      `Granting sequences to roost_app failed on ${refused.nodename}:${refused.nodeport}: ${refused.result}`,
    );
}

async function distributeTables(client: pg.Client): Promise<Distributed> {
  // One transaction writes reference and distributed tables, so it must use a single connection per worker.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  const already = await citusTables(client);
  const placed = await placedTables(client);
  const tables = placed.filter(({ name, placement }) => placement !== "local" && !already.has(name));
  await replaceFunctions(client);
  const dropped = tables.length > 0 ? await placeTables(client, tables) : [];
  await fireOnCoordinator(client);
  await shareFunctions(client);
  return {
    distributed: tables.filter(({ account }) => account !== undefined).map(({ name }) => name),
    reference: tables.filter(({ account }) => account === undefined).map(({ name }) => name),
    dropped_keys: dropped.map(({ table, name }) => `${table}.${name}`),
  };
}

/** Distributes tables or makes them reference tables. @returns the foreign keys that cannot be enforced there */
async function placeTables(client: pg.Client, tables: readonly PlacedTable[]): Promise<ForeignKey[]> {
  // A foreign key would make Citus convert the referenced table too, to the wrong kind.
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await giveForms(client, tables);
  const triggers = await triggersOf(
    client,
    tables.map(({ name }) => name),
  );
  for (const { drop } of triggers) await client.query(drop);
  for (const { name, account } of tables) {
    if (account === undefined) await client.query("select create_reference_table($1)", [name]);
    else if (name === anchor) await client.query("select create_distributed_table($1, $2)", [name, account]);
    else {
      await client.query("select create_distributed_table($1, $2, colocate_with => $3)", [name, account, anchor]);
    }
  }
  for (const { create } of triggers) await client.query(create);
  await showCopies(client);
  const placements = new Map((await placedTables(client)).map(({ name, placement }) => [name, placement]));
  // Local tables cannot reference other kinds or be referenced by them. Reference tables cannot reference distributed ones.
  const impossible = keys.filter(({ table, target }) => {
    const [from, to] = [placements.get(table), placements.get(target)];
    return from !== to && (from === "local" || to === "local" || from === "reference");
  });
  for (const key of keys) {
    if (impossible.includes(key)) continue;
    await client.query(`alter table ${key.table} add constraint ${key.name} ${clusterDefinition(key)}`);
  }
  return impossible;
}

/**
 * Creates views of the coordinator's copies of reference tables, in a separate schema. Admitting requests needs statements that
 * Citus refuses on its own tables.
 */
async function showCopies(client: pg.Client): Promise<void> {
  await client.query("set local citus.enable_ddl_propagation = off");
  await client.query("create schema if not exists coordinator");
  await client.query("grant usage on schema coordinator to roost_app");
  const copies = await client.query<{ name: string; shard: string }>(
    `select logicalrelid::text as name, shard_name(logicalrelid, shardid) as shard
     from pg_dist_shard join pg_dist_partition using (logicalrelid)
     where partmethod = 'n' and repmodel = 't' and logicalrelid::text = any ($1)`,
    [[...ofEverybody]],
  );
  for (const { name, shard } of copies.rows) {
    await client.query(
      `create or replace view coordinator.${name} with (security_invoker = true) as select * from ${shard}`,
    );
    await client.query(`grant select, insert, update on coordinator.${name} to roost_app`);
  }
  await client.query("set local citus.enable_ddl_propagation = on");
}

/** Replaces unique indexes and policies that Citus refuses. */
async function giveForms(client: pg.Client, tables: readonly PlacedTable[]): Promise<void> {
  const distributed = tables.filter(({ account }) => account !== undefined).map(({ name }) => name);
  for (const { drop, create } of await keysWithoutAccount(client, distributed)) {
    await client.query(drop);
    await client.query(create);
  }
  const names = tables.map(({ name }) => name);
  for (const table of await subSelectingPolicies(client, names)) {
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
