import { readFile } from "node:fs/promises";
import type pg from "pg";
import { type DefinedFunction, formOf } from "./function-forms.ts";
import { anchor, type PlacedTable } from "./tables.ts";

/** Functions that write as the owner. The account's worker runs the whole call, because a transaction has one login per worker. */
const delegatedFunctions = ["publish_range(bigint, integer)", "erase_changes(bigint, text, text[], text[])"];

/** Functions written separately for a cluster. */
const written = new URL("./functions.sql", import.meta.url);

/** Selects Roost's own functions. */
const ownFunctions = `pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;

/**
 * Rewrites all functions for a cluster. Triggers run on the workers, and everywhere a statement must name one account so that the
 * planner can see it.
 */
export async function giveFunctionsForms(client: pg.Client, tables: readonly PlacedTable[]): Promise<void> {
  const spread = tables.filter(({ placement }) => placement !== "local");
  const all = spread.map(({ name }) => name);
  const copies = spread.flatMap(({ name, placement }) => (placement === "reference" ? [name] : []));
  const found = await client.query<DefinedFunction>(
    `select proname as name, pg_get_functiondef(pg_proc.oid) as definition, lanname as language, proretset as "isSet",
       pg_get_function_result(pg_proc.oid) as result, max(coalesce(tgnewtable, tgoldtable)) as rows,
       max(tgrelid::regclass::text) as table, coalesce(bool_or(tgrelid::regclass::text = any ($1)), false) as "ofCopies"
     from pg_proc join pg_language on pg_language.oid = prolang
     left join pg_trigger on tgfoid = pg_proc.oid and not tgisinternal
     where ${ownFunctions} group by pg_proc.oid, lanname`,
    [copies],
  );
  const forms = await readFile(written, "utf8");
  for (const each of found.rows) {
    if (forms.includes(`create or replace function ${each.name}(`)) continue;
    const form = formOf(each, { all, copies });
    if (form !== each.definition) await client.query(form);
  }
  await client.query(forms);
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
