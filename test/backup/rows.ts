import pg from "pg";
import type { ServerAddress } from "../../src/database/connect/address.ts";

/** A row count and digest per table, computed by PostgreSQL itself. */
export type EveryRow = Record<string, string>;

/** Digests every row of every table. @param snapshot an exported snapshot of another session */
export async function everyRow(address: ServerAddress, snapshot?: string): Promise<EveryRow> {
  const client = new pg.Client({ ...address, options: "-c timezone=UTC" });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    if (snapshot !== undefined) await client.query(`set transaction snapshot '${snapshot}'`);
    const tables = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'graphile_worker')",
    );
    const found: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${name} as t`,
      );
      found[name] = rows[0]?.digest ?? "";
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Without the table to which a restore adds a row. */
export function butEpochs({ feed_epochs: _, ...others }: EveryRow): EveryRow {
  return others;
}

/** The positions of all sequences. */
export async function everySequence(address: ServerAddress): Promise<unknown[]> {
  const client = new pg.Client({ ...address });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select schemaname, sequencename, last_value::text from pg_sequences where sequencename <> 'feed_epochs_epoch_seq' order by 1, 2",
    );
    return rows;
  } finally {
    await client.end();
  }
}
