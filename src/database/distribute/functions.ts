import { readFile } from "node:fs/promises";
import type pg from "pg";
import { anchor } from "./tables.ts";

/** Second forms of functions, for a cluster. */
const forms = ["./functions.sql", "./automations.sql"].map((file) => new URL(file, import.meta.url));

/** Selects Roost's own functions. */
const ownFunctions = `pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;

/** Functions that write as the owner. The account's worker runs the whole call, because a transaction has one login per worker. */
const delegatedFunctions = ["publish_range(bigint, integer)", "erase_changes(bigint, text, text[], text[])"];

/** Replaces the functions that cannot have one form for PostgreSQL and a cluster. A later migration may restore the first form. */
export async function replaceFunctions(client: pg.Client): Promise<void> {
  for (const file of forms) await client.query(await readFile(file, "utf8"));
}

/** Distributes functions to the workers, except those that depend on the coordinator's local tables. */
export async function shareFunctions(client: pg.Client): Promise<void> {
  await client.query(
    `select create_distributed_function(pg_proc.oid::regprocedure) from pg_proc
     where ${ownFunctions} and not exists (
       select from pg_depend join pg_class on pg_class.oid = refobjid and relkind = 'r'
       where classid = 'pg_proc'::regclass and objid = pg_proc.oid and refclassid = 'pg_class'::regclass
         and refobjid not in (select logicalrelid from pg_dist_partition)
     )`,
  );
  for (const called of delegatedFunctions) {
    await client.query("select create_distributed_function($1, 'account', $2, force_delegation => true)", [
      called,
      anchor,
    ]);
  }
}
