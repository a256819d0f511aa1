import type pg from "pg";

/** A foreign key, with the SQL to re-create it. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly definition: string;
}

/** The schema's foreign keys. */
export async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const found = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, confrelid::regclass::text as target,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`,
  );
  return found.rows;
}

/**
 * A foreign key's definition on a cluster. Citus cannot blank a column beside the account when the target is deleted. The functions that
 * delete the target blank it first (functions.sql).
 */
export function clusterDefinition({ definition }: ForeignKey): string {
  return definition.replace(/ ON DELETE SET NULL \([^)]*\)/, "");
}

/**
 * Unique keys without the account, with the SQL to re-create them with it: a shard can check uniqueness only within its accounts.
 * All these keys are random texts or their digests, so they are globally unique anyway.
 */
export async function keysWithoutAccount(
  client: pg.Client,
  tables: readonly string[],
): Promise<{ drop: string; create: string }[]> {
  const found = await client.query<{ drop: string; definition: string }>(
    `select case when constraints.conname is null then format('drop index %s', indexrelid::regclass)
         else format('alter table %s drop constraint %I', indrelid::regclass, constraints.conname) end as drop,
       pg_get_indexdef(indexrelid) as definition
     from pg_index
     join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
     join pg_attribute on attrelid = indrelid and attname = 'account_id' and not attisdropped
     left join pg_constraint as constraints on constraints.conindid = indexrelid and constraints.conrelid = indrelid
     where indisunique and not indisprimary and not attnum = any (indkey)
       and relname = any ($1)`,
    [tables],
  );
  return found.rows.map(({ drop, definition }) => ({
    drop,
    create: definition.replace(" USING btree (", " USING btree (account_id, "),
  }));
}

/** Tables whose policy has a subquery, which Citus supports neither on distributed nor on reference tables. */
export async function subSelectingPolicies(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_policies
     where schemaname = 'public' and policyname = 'own_accounts' and qual ilike '%select%' and tablename = any ($1)`,
    [tables],
  );
  return found.rows.map(({ name }) => name);
}
