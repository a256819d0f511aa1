import { chmod, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";
import { makeDirectory } from "./make-directory.ts";
import { canEnter, changeOwner, type Owner } from "./owner.ts";

/** Seconds after which an unfilled log file is archived: the most that a lost disk can cost. */
const archiveTimeoutSeconds = 300;

/**
 * Settings to archive finished write-ahead log files in a directory, with PostgreSQL's own library: it syncs, renames
 * complete files and never overwrites one. Creates the directory for the server only.
 */
export async function archiveSettings(archive: string, owner: Owner | undefined): Promise<Record<string, string>> {
  const directory = resolve(archive);
  try {
    const created = await makeDirectory(directory);
    if (created !== undefined) {
      await chmod(directory, 0o700);
      await changeOwner(directory, owner);
    }
  } catch (error) {
    throw new EmbeddedPostgresError(`Cannot create the archive ${directory}: ${messageOf(error)}.`, { cause: error });
  }
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": await readable(directory, owner),
    archive_timeout: String(archiveTimeoutSeconds),
  };
}

/** The command that fetches a file from an archive during recovery. */
export async function restoreCommand(archive: string, owner: Owner | undefined): Promise<string> {
  const directory = await readable(resolve(archive), owner);
  const quoted = directory.replaceAll("'", "'\\''").replaceAll("%", "%%");
  return process.platform === "win32" ? `copy "${directory}\\%f" "%p"` : `cp '${quoted}'/%f %p`;
}

/** @throws EmbeddedPostgresError if the server's user cannot enter the directory */
async function readable(directory: string, owner: Owner | undefined): Promise<string> {
  const real = await realpath(directory).catch(() => undefined);
  if (real !== undefined && (await canEnter(real, owner))) return real;
  throw new EmbeddedPostgresError(
    real === undefined
      ? `The archive ${directory} does not exist.`
      : `PostgreSQL's user (id ${owner?.uid}) cannot enter the archive ${directory}. Use one that it can reach, such as /var/lib/roost/archive.`,
  );
}
