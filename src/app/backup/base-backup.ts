import { backUpCluster } from "@roost/embedded-postgres";
import { recoverEmbeddedPostgres } from "@roost/embedded-postgres/recovery";
import { BackupError } from "../../database/backup/backup-error.ts";
import { inLongSession } from "../../database/backup/long-session.ts";
import { beginEpoch } from "../../database/backup/restore.ts";
import type { ServerAddress } from "../../database/connect/address.ts";
import { joinServer } from "../../database/connect/join-server.ts";
import type { BaseBackupMade, Recovered, RecoveryOptions } from "../../interfaces/cli/backup/backups.ts";
import type { Config } from "../config.ts";

const embeddedOnly = "works with the embedded database only. Use the tools of the DATABASE_URL server.";

/** Copies the embedded server's files while it runs, as the base of a recovery. @throws BackupError or EmbeddedPostgresError */
export async function makeBaseBackup(config: Config, directory: string): Promise<BaseBackupMade> {
  if (config.databaseUrl !== undefined) throw new BackupError(`backup --base ${embeddedOnly}`);
  const server = await joinServer(config, "existing", () => undefined);
  try {
    const { firstFile } = await backUpCluster(config.dataDirectory, server.owner, directory);
    return { directory, archive: await archiveOf(server.owner), first_file: firstFile };
  } finally {
    await server.close();
  }
}

/** The directory that a server archives in; null for none. A running server may have other settings than this command. */
function archiveOf(owner: ServerAddress): Promise<string | null> {
  return inLongSession(owner, async (client) => {
    const { rows } = await client.query<{ archive: string | null }>(
      `select case current_setting('archive_mode') when 'off' then null
         else nullif(current_setting('basic_archive.archive_directory', true), '') end as archive`,
    );
    return rows[0]?.archive ?? null;
  });
}

/**
 * Recovers the embedded database to a point in time, into a data directory without one. It begins a new epoch of the change feed, because
 * readers have seen changes that are now undone.
 * @throws BackupError or EmbeddedPostgresError, each with a sentence that says what to do
 */
export async function recover(config: Config, { base, archive, to }: RecoveryOptions): Promise<Recovered> {
  if (config.databaseUrl !== undefined) throw new BackupError(`restore --to ${embeddedOnly}`);
  const until = to === "latest" ? undefined : checkedInstant(to);
  let last: string | null = null;
  await recoverEmbeddedPostgres(config.dataDirectory, { base, archive, until }, async (address) => {
    await inLongSession({ ...address, ssl: false }, async (client) => {
      const { rows } = await client.query<{ last: string | null }>(
        `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last`,
      );
      last = rows[0]?.last ?? null;
      await beginEpoch(client);
    });
  });
  return { directory: config.dataDirectory, last_commit: last };
}

/** Accepts a time with a zone only: without one, it would depend on the machine. */
function checkedInstant(text: string): string {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isWhole && !Number.isNaN(Date.parse(text))) return text;
  throw new BackupError(`--to is "${text}". It must be a time with a zone, such as 2026-11-22T20:15:00Z, or "latest".`);
}
