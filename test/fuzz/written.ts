import type { TestService } from "../harness/service.ts";

/**
 * Tables that a refused request may write: its count, the marker of a running long write, records of other writes that readers
 * publish, and the notes themselves.
 */
const counters = [
  ...["request_counts", "long_writes", "fuzz_written"],
  ...["change_outbox", "changes", "record_count_changes", "webhook_messages", "_private_jobs", "_private_tasks"],
];

/** Makes the database note each written row in a test table. The note is part of the writing transaction, so a rollback removes it. */
export async function noteWrites(service: TestService): Promise<void> {
  await service.sql("create unlogged table fuzz_written (relation text not null)");
  await service.sql(
    `create function note_written() returns trigger language plpgsql security definer set search_path = public as
     $$ begin insert into fuzz_written values (tg_table_name); return null; end $$`,
  );
  const tables = await service.sql(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and not tablename = any($1)`,
    [counters],
  );
  for (const { name } of tables)
    await service.sql(
      `create trigger zz_note_written after insert or update or delete on ${String(name)} for each row execute function note_written()`,
    );
}

/** The tables written since the last call. */
export async function tablesWritten(service: TestService): Promise<string[]> {
  const rows = await service.sql(
    "with taken as (delete from fuzz_written returning relation) select distinct relation from taken order by 1",
  );
  return rows.map(({ relation }) => String(relation));
}

/**
 * The same, except for the row that a refused upload leaves on purpose: an ended file whose bytes are gone (docs/design/files.md).
 * Includes stored_files if a file is neither kept nor ended.
 */
export async function whatIsLeft(service: TestService): Promise<string[]> {
  const tables = await tablesWritten(service);
  if (!tables.includes("stored_files")) return tables;
  const [row] = await service.sql(
    "select count(*)::integer as files from stored_files where kept_at is null and ended_at is null",
  );
  return row?.files === 0 ? tables.filter((table) => table !== "stored_files") : tables;
}
