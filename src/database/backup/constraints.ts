import type pg from "pg";
import { ownSchemas } from "./catalog.ts";

/**
 * Runs `work` without the tables' triggers and foreign keys, in the caller's transaction. An owner may drop and re-create them;
 * disabling them per session needs a superuser. Re-creating foreign keys checks every row.
 * @param tables quoted SQL names
 */
export async function withoutTriggers<T>(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  const result = await work();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  return result;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** In the order of their creation, because their triggers fire in that order. */
async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
     where contype = 'f' and conparentid = 0 and nspname = any ($1) order by pg_constraint.oid`,
    [ownSchemas],
  );
  return rows;
}
