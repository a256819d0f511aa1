import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { jobSchema } from "../jobs/job-queue.ts";
import type { ArchiveEntry } from "./archive-reader.ts";
import { BackupError } from "./backup-error.ts";
import { ownTables } from "./catalog.ts";
import { withoutTriggers } from "./constraints.ts";
import { rowsOf, tableOf } from "./dump.ts";
import type { BackedUpTable, Manifest, Summary } from "./manifest.ts";
import { RowDigest } from "./row-digest.ts";

/** A backup's entries with one entry of lookahead. */
export class Entries {
  private readonly source: AsyncIterator<ArchiveEntry>;
  next: ArchiveEntry | undefined;

  private constructor(source: AsyncIterator<ArchiveEntry>) {
    this.source = source;
  }

  static async of(source: AsyncIterator<ArchiveEntry>): Promise<Entries> {
    const entries = new Entries(source);
    await entries.skip();
    return entries;
  }

  /** Advances to the next entry. */
  async skip(): Promise<void> {
    const { done, value } = await this.source.next();
    this.next = done ? undefined : value;
  }

  /** Yields the remaining entries. */
  async *rest(): AsyncGenerator<ArchiveEntry> {
    for (; this.next; await this.skip()) yield this.next;
  }
}

/**
 * Loads a backup's rows into the migrated tables in one transaction, replacing all their rows.
 * @returns the names of tables in the backup that are not Roost's; their rows are skipped
 * @throws BackupError if the loaded rows differ from the backup's digests
 */
export async function loadTables(
  client: pg.Client,
  entries: Entries,
  manifest: Manifest,
  summary: Summary,
): Promise<string[]> {
  const present = new Map((await ownTables(client)).map(({ name, columns }) => [name, columns]));
  const unknown = manifest.tables.map(({ name }) => name).filter((name) => !present.has(name));
  if (!(await hasSameQueue(client, manifest))) present.delete(queueMigrations);
  const tables = manifest.tables.filter(({ name }) => present.has(name));
  for (const table of tables) assertColumns(table, present.get(table.name) ?? [], manifest);
  const names = tables.map(({ name }) => name);
  await client.query("begin");
  await withoutTriggers(client, names, async () => {
    await client.query(`truncate ${names.join(", ")}`);
    await copyAll(client, entries, new Map(tables.map((table) => [table.name, table])));
    for (const table of tables) await assertEqual(client, table, summary);
    for (const { name, value, called } of summary.sequences) {
      await client.query("select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null", [
        ...[name, value, called],
      ]);
    }
  });
  await client.query("commit");
  await client.query(`vacuum (analyze) ${names.join(", ")}`);
  return unknown;
}

const queueMigrations = `${jobSchema}.migrations`;

/** Whether the library has no additional migrations here. If it has, its migration table must keep its own rows. */
async function hasSameQueue(client: pg.Client, { job_queue, release }: Manifest): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>(`select id from ${queueMigrations} order by id`);
  const here = rows.map(({ id }) => id);
  if (job_queue.some((id) => !here.includes(id))) {
    throw new BackupError(`The backup has a newer job queue than this release. Restore it with release ${release}.`);
  }
  return here.length === job_queue.length;
}

/** @throws BackupError if a column of the backup no longer exists */
function assertColumns({ name, columns }: BackedUpTable, present: readonly string[], { release }: Manifest): void {
  const missing = columns.find((column) => !present.includes(column));
  if (missing === undefined) return;
  throw new BackupError(
    `The backup's ${name} has the column ${missing}, which this release does not include. Restore it with release ${release}, then upgrade.`,
  );
}

/** Copies the pieces of all tables; each table's pieces are contiguous. */
async function copyAll(client: pg.Client, entries: Entries, tables: ReadonlyMap<string, BackedUpTable>): Promise<void> {
  while (entries.next) {
    const name = tableOf(entries.next.name);
    if (name === undefined) return;
    const table = tables.get(name);
    if (!table) {
      await entries.skip();
      continue;
    }
    const copy = client.query(copyFrom(`copy ${name} (${table.columns.join(", ")}) from stdin`));
    await pipeline(piecesOf(entries, name), copy);
  }
}

async function* piecesOf(entries: Entries, table: string): AsyncGenerator<Buffer> {
  while (entries.next && tableOf(entries.next.name) === table) {
    yield* entries.next.chunks();
    await entries.skip();
  }
}

/** Reads a table back and compares its digest: no trigger, default or conversion may have changed a row. */
async function assertEqual(client: pg.Client, table: BackedUpTable, summary: Summary): Promise<void> {
  const digest = new RowDigest();
  for await (const chunk of rowsOf(client, table)) digest.update(chunk);
  const expected = summary.tables[table.name];
  if (expected?.rows === digest.rows && expected.digest === digest.value) return;
  throw new BackupError(
    `The ${digest.rows} restored rows of ${table.name} differ from the ${expected?.rows ?? 0} in the backup. Nothing was restored.`,
  );
}
