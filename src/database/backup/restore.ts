import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { migrate } from "../migrate/migrate.ts";
import { baselineName, type Migration, readMigrations, readPreview } from "../migrate/migration-files.ts";
import { upgradeFromPreview } from "../migrate/preview.ts";
import { markFinished } from "../migrate/unfinished-restore.ts";
import { type ArchiveEntry, readArchive } from "./archive-reader.ts";
import { BackupError } from "./backup-error.ts";
import { Entries, loadTables } from "./load.ts";
import { type Manifest, parseManifest, parseSummary, type Summary } from "./manifest.ts";
import { inTarget } from "./target.ts";

/** The first entry of every backup. */
export const manifestEntry = "manifest.json";

/** The entry of the secrets key, which is optional. */
export const keyEntry = "secrets-key";

/** A backup that was read to its end and verified. */
export interface WholeBackup {
  readonly file: string;
  readonly manifest: Manifest;
  readonly summary: Summary;
  /** The migrations that create its schema. */
  readonly migrations: readonly Migration[];
  /** The content of `keyEntry`. */
  readonly key: Buffer | undefined;
}

/**
 * Reads and verifies a whole backup. Changes nothing.
 * @param read reports progress: called with the number of bytes just read
 * @throws BackupError if the file is truncated, damaged, not a backup, or from an unknown release
 */
export async function inspectBackup(file: string, read: (bytes: number) => void): Promise<WholeBackup> {
  const entries = readArchive(file, read);
  let manifest: Manifest | undefined;
  let key: Buffer | undefined;
  for (;;) {
    const { done, value } = await entries.next();
    if (done) {
      if (!manifest) throw new BackupError(`${file} is not a Roost backup.`);
      return { file, manifest, summary: parseSummary(file, value), migrations: await migrationsOf(manifest), key };
    }
    if (value.name === manifestEntry) manifest = parseManifest(file, await value.all());
    else if (value.name === keyEntry) key = await value.all();
    else for await (const _ of value.chunks());
  }
}

/** @throws BackupError if this release lacks one of the migrations */
async function migrationsOf({ migrations, release }: Manifest): Promise<Migration[]> {
  const ours = [...(await readPreview()), ...(await readMigrations())];
  return migrations.map(({ name, digest }) => {
    const found = ours.find((migration) => migration.name === name && migration.digest === digest);
    if (found) return found;
    throw new BackupError(
      `The backup's database had the migration ${name}, which this release does not include. Restore it with release ${release} or newer.`,
    );
  });
}

/** The result of a restore. */
export interface Restored {
  /** Tables in the backup that are not Roost's. */
  readonly leftOut: readonly string[];
  /** Migrations applied after loading the backup. */
  readonly migrated: readonly string[];
}

/**
 * Restores a backup into an empty database: the original schema, its rows, then this release's migrations. After an interruption,
 * no service starts on the database, and the next restore replaces its rows.
 * @param others gets the owner's connection and the entries after the tables, before the restore is complete
 * @throws BackupError or MigrationError
 */
export async function restoreDatabase(
  address: ServerAddress,
  { file, manifest, summary, migrations }: WholeBackup,
  read: (bytes: number) => void,
  others: (client: pg.Client, entries: AsyncIterable<ArchiveEntry>) => Promise<void>,
): Promise<Restored> {
  const leftOut = await inTarget(address, async (client) => {
    await assertSameBackup(client, migrations);
    await migrate(address, migrations, "restore");
    const entries = await Entries.of(readArchive(file, read));
    while (entries.next?.name === manifestEntry) await entries.skip();
    const unknown = await loadTables(client, entries, manifest, summary);
    await others(client, entries.rest());
    await beginEpoch(client);
    await markFinished(client);
    return unknown;
  });
  const isPreview = !migrations.some(({ name }) => name === baselineName);
  return { leftOut, migrated: await (isPreview ? upgradeFromPreview(address) : migrate(address)) };
}

/** @throws BackupError if the interrupted restore here was of a database with other migrations */
async function assertSameBackup(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.roost_migrations') is not null as found",
  );
  if (!rows[0]?.found) return;
  const names = migrations.map(({ name }) => name);
  const others = await client.query("select from roost_migrations where name <> all ($1)", [names]);
  if (others.rowCount === 0) return;
  throw new BackupError(
    "The restore of another backup into this database was interrupted. Use another, empty database.",
  );
}

/**
 * Starts a new feed epoch, because cursors issued after the backup point at changes that no longer exist. The epoch is unique even
 * between two restores of one backup.
 */
export async function beginEpoch(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.feed_epochs') is not null as found",
  );
  if (!rows[0]?.found) return;
  await client.query(
    `insert into feed_epochs (epoch) overriding system value
     select greatest(max(epoch) + 1, extract(epoch from clock_timestamp())::bigint) from feed_epochs`,
  );
}
