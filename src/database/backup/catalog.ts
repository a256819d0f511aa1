import type pg from "pg";
import { jobSchema } from "../jobs/job-queue.ts";

/** The schemas of Roost's tables. */
export const ownSchemas = ["public", jobSchema];

/** A table that stores rows. Names are SQL identifiers, quoted where necessary. */
export interface OwnTable {
  /** `public.bookings` */
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  /** Size on disk without indexes: an estimate of the size in the backup. */
  readonly bytes: number;
}

/** The database's tables without those of extensions, sorted by name. */
export async function ownTables(client: pg.Client): Promise<OwnTable[]> {
  const { rows } = await client.query<OwnTable>(
    `select format('%I.%I', nspname, relname) as name, pg_table_size(pg_class.oid)::double precision as bytes,
       (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname = any ($1)
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by nspname collate "C", relname collate "C"`,
    [ownSchemas],
  );
  return rows;
}

/** A sequence's position; `called` is `setval`'s third argument. */
export interface SequencePosition {
  readonly name: string;
  /** A string, because it may exceed JavaScript's safe integers. */
  readonly value: string;
  readonly called: boolean;
}

/** The current positions of all sequences. Snapshots do not cover sequences, so a position is never behind the snapshot's rows. */
export async function sequencePositions(client: pg.Client): Promise<SequencePosition[]> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = any ($1) order by 1",
    [ownSchemas],
  );
  if (rows.length === 0) return [];
  const each = rows.map(
    ({ name }) => `select '${name}' as name, last_value::text as value, is_called as called from ${name}`,
  );
  return (await client.query<SequencePosition>(each.join(" union all "))).rows;
}
