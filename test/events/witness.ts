import type { ServerAddress } from "@roost/embedded-postgres";
import type { Json } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";

/** Columns watched in addition to the service's triggers; the API shows their values as stored. */
const watched: Readonly<Record<string, readonly string[]>> = {
  clients: ["fullname", "notes"],
  bookings: ["adults", "notes"],
  rentals: ["name", "sleeps"],
};

/** Attributes before and after, by name. */
export type Pairs = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/**
 * Makes the database record every change to some tables, with its transaction, in a test table.
 * @param spread creates a table on every server of a cluster (`spreadTable`); the campaign runs on one server without it
 */
export async function watch(
  server: ServerAddress,
  spread?: (server: ServerAddress, table: string) => Promise<void>,
): Promise<void> {
  await runSql(
    server,
    `create table witness (
       id bigint generated always as identity, transaction_id xid8 not null default pg_current_xact_id(),
       account_id bigint not null, resource text not null, record_id text not null, before jsonb not null, after jsonb not null
     );
     grant select, insert on witness to roost_app;
     create function witness() returns trigger language plpgsql as $$
     declare
       before jsonb;
       after jsonb;
     begin
       select jsonb_object_agg(key, value) into before from jsonb_each(to_jsonb(old)) where key = any (tg_argv);
       select jsonb_object_agg(key, value) into after from jsonb_each(to_jsonb(new)) where key = any (tg_argv);
       insert into witness (account_id, resource, record_id, before, after)
       values (new.account_id, regexp_replace(tg_table_name, '_[0-9]+$', ''), new.id, coalesce(before, '{}'), after);
       return null;
     end
     $$;`,
  );
  await spread?.(server, "witness");
  for (const [table, columns] of Object.entries(watched))
    await runSql(
      server,
      `create trigger witness after insert or update on ${table} for each row execute function witness(${columns.map((name) => `'${name}'`).join(", ")})`,
    );
}

/** Each committed transaction's changes to watched records, in order, by "resource id". */
export async function witnessed(server: ServerAddress, account: number): Promise<Map<string, Pairs[]>> {
  const { rows } = await runSql(
    server,
    `select resource || ' ' || record_id as record, (array_agg(before order by id))[1] as before,
       (array_agg(after order by id desc))[1] as after
     from witness where account_id = $1 group by resource, record_id, transaction_id order by min(id)`,
    [account],
  );
  const changes = new Map<string, Pairs[]>();
  for (const { record, before, after } of rows) {
    const pairs = Object.fromEntries(
      Object.keys(after).flatMap((name) => {
        const [from, to]: unknown[] = [before[name] ?? null, after[name]];
        return from === to ? [] : [[name, [from, to] as const]];
      }),
    );
    if (Object.keys(pairs).length > 0) changes.set(record, [...(changes.get(record) ?? []), pairs]);
  }
  return changes;
}

/** The same changes, as the feed reported them. */
export function watchedEvents(events: readonly Json[]): Map<string, Pairs[]> {
  const told = new Map<string, Pairs[]>();
  for (const { resource, record_id, changes } of events) {
    const names = watched[String(resource)] ?? [];
    const pairs = Object.fromEntries(Object.entries(pairsOf(changes)).filter(([name]) => names.includes(name)));
    const record = `${resource} ${record_id}`;
    if (Object.keys(pairs).length > 0) told.set(record, [...(told.get(record) ?? []), pairs]);
  }
  return told;
}

/** An event's changes. */
export function pairsOf(changes: unknown): Pairs {
  return Object.fromEntries(
    Object.entries(Object(changes)).map(([name, pair]) => {
      if (!Array.isArray(pair)) throw new Error(`${name} is told without before and after.`);
      const [before, after]: unknown[] = pair;
      return [name, [before, after] as const];
    }),
  );
}
