import { backUpCluster } from "@roost/embedded-postgres";
import { recoverEmbeddedPostgres } from "@roost/embedded-postgres/recovery";
import { BackupError } from "../../database/backup/backup-error.ts";
import { inLongSession } from "../../database/backup/long-session.ts";
import { beginEpoch } from "../../database/backup/restore.ts";
import { joinServer } from "../../database/connect/join-server.ts";
import type { BaseBackupMade, Recovered, RecoveryOptions } from "../../interfaces/cli/backup/backups.ts";
import type { Config } from "../config.ts";

const embeddedAlone = "is for the embedded database: use what the server of DATABASE_URL has.";

/** Copies the files of the embedded server while it runs: what a recovery to a moment begins with. @throws BackupError or EmbeddedPostgresError */
export async function makeBaseBackup(config: Config, directory: string): Promise<BaseBackupMade> {
  if (config.databaseUrl !== undefined) throw new BackupError(`backup --base ${embeddedAlone}`);
  const server = await joinServer(config, "existing", () => undefined);
  try {
    const { firstFile } = await backUpCluster(config.dataDirectory, server.owner, directory);
    return { directory, archive: config.walArchive ?? null, first_file: firstFile };
  } finally {
    await server.close();
  }
}

/**
 * Recovers the embedded database as it was at a moment, into a data directory that has none, and begins another epoch of the change feed:
 * what readers were told after that moment has not happened.
 * @throws BackupError or EmbeddedPostgresError, each with a sentence that says what to do
 */
export async function recover(config: Config, { base, archive, to }: RecoveryOptions): Promise<Recovered> {
  if (config.databaseUrl !== undefined) throw new BackupError(`restore --to ${embeddedAlone}`);
  const until = to === "latest" ? undefined : moment(to);
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

/** A moment whose zone is named: one without it would mean another moment on every machine. */
function moment(text: string): string {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isWhole && !Number.isNaN(Date.parse(text))) return text;
  throw new BackupError(`--to is "${text}"; it must be a moment such as 2026-11-22T20:15:00Z, or "latest".`);
}
