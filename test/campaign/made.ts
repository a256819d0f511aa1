import type { Statements } from "../harness/databases.ts";

/** The attribute that holds the client's marker, by table. */
const marked: Readonly<Record<string, string>> = {
  bookings: "external_reference",
  clients: "notes",
  payments: "notes",
  bookings_fees: "name",
};

/** A record with a client's marker, and its commit time in epoch milliseconds. */
export interface Made {
  readonly marker: string;
  readonly resource: string;
  readonly id: number;
  readonly committed: number;
}

/** Installs triggers that log every new record with a marker, in the same transaction. */
export async function watchMade(sql: Statements): Promise<void> {
  await sql.run(`create table campaign_made (resource text not null, record_id bigint not null, marker text not null)`);
  await sql.run(`create function campaign_made() returns trigger language plpgsql security definer set search_path = public as $$
    declare row jsonb := to_jsonb(new);
    begin
      if row ->> 'created_by_type' is distinct from 'Booking' then
        insert into campaign_made select tg_table_name, new.id, substring(row ->> tg_argv[0] from '[cs][0-9]+-[0-9]+')
        where row ->> tg_argv[0] ~ '[cs][0-9]+-[0-9]+';
      end if;
      return null;
    end $$`);
  for (const [table, attribute] of Object.entries(marked))
    await sql.run(
      `create trigger campaign_made after insert on ${table} for each row execute function campaign_made('${attribute}')`,
    );
}

/** The logged records by marker, in commit order. */
export async function madeByMarker(sql: Statements): Promise<ReadonlyMap<string, readonly Made[]>> {
  const rows = await sql.run<{ marker: string; resource: string; id: number; committed: number }>(
    `select marker, resource, record_id::int as id, (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as committed
     from campaign_made order by 4, 3`,
  );
  return Map.groupBy(rows, ({ marker }) => marker);
}
