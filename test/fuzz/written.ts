import type { TestService } from "../harness/service.ts";

/**
 * What is counted with every request, refused or not; what says for as long as it runs that a long write is under way; what is told of other
 * writes, and put into its order by whoever reads it; the notes themselves.
 */
const counters = [
  ...["request_counts", "long_writes", "fuzz_written"],
  ...["change_outbox", "changes", "record_count_changes", "webhook_messages", "_private_jobs"],
];

/**
 * Lets the database note each row that is written, in a table of the test's own: within the writing transaction, so that what is rolled
 * back was never noted.
 */
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

/** Which tables were written since this was last asked. */
export async function tablesWritten(service: TestService): Promise<string[]> {
  const rows = await service.sql(
    "with taken as (delete from fuzz_written returning relation) select distinct relation from taken order by 1",
  );
  return rows.map(({ relation }) => String(relation));
}

/**
 * The same, but for what a refused upload is meant to leave: the row of a file that was given up, whose bytes are gone
 * (docs/design/files.md). A file that nobody keeps and nobody has given up is named.
 */
export async function whatIsLeft(service: TestService): Promise<string[]> {
  const tables = await tablesWritten(service);
  if (!tables.includes("stored_files")) return tables;
  const [row] = await service.sql(
    "select count(*)::integer as files from stored_files where kept_at is null and ended_at is null",
  );
  return row?.files === 0 ? tables.filter((table) => table !== "stored_files") : tables;
}
