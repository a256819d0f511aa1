import type pg from "pg";
import { jobSchema } from "../jobs/job-queue.ts";

/** The schemas whose rows are Roost's. */
export const ownSchemas = ["public", jobSchema];

/** A table with rows of its own. Names are as SQL writes them: quoted where they must be. */
export interface OwnTable {
  /** `public.bookings` */
  readonly name: string;
  /** Without those that PostgreSQL computes from the others. */
  readonly columns: readonly string[];
  /** Bytes that it takes, without its indexes: an estimate of what it is written as. */
  readonly bytes: number;
}

/** The tables of a database, without those of extensions, by their names. */
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

/** Where a sequence stands; `called` as `setval` has it. */
export interface SequencePosition {
  readonly name: string;
  /** Too large for a number of JavaScript's, perhaps. */
  readonly value: string;
  readonly called: boolean;
}

/** Where all sequences stand at this moment, which no snapshot holds still: never before what a snapshot has seen. */
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
