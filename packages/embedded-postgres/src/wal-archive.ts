import { chmod, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";
import { makeDirectory } from "./make-directory.ts";
import { canEnter, give, type Owner } from "./owner.ts";

/** Seconds after which what was written is archived although its file of 16 MB is not full: what a lost disk takes along at most. */
const longestUnarchived = 300;

/**
 * The settings that let a server copy its write-ahead log into a directory, file by file, as each is finished: by a library of PostgreSQL's
 * own, which waits for the disk, renames what is whole, and never writes over a file. The directory is made, and is the server's alone.
 */
export async function archiveSettings(archive: string, owner: Owner | undefined): Promise<Record<string, string>> {
  const directory = resolve(archive);
  try {
    const made = await makeDirectory(directory);
    if (made !== undefined) {
      await chmod(directory, 0o700);
      await give(directory, owner);
    }
  } catch (error) {
    throw new EmbeddedPostgresError(`The archive ${directory} cannot be made: ${messageOf(error)}.`, { cause: error });
  }
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": await readable(directory, owner),
    archive_timeout: String(longestUnarchived),
  };
}

/** The command by which a server that recovers gets a file back from an archive. */
export async function restoreCommand(archive: string, owner: Owner | undefined): Promise<string> {
  const directory = await readable(resolve(archive), owner);
  const quoted = directory.replaceAll("'", "'\\''").replaceAll("%", "%%");
  return process.platform === "win32" ? `copy "${directory}\\%f" "%p"` : `cp '${quoted}'/%f %p`;
}

/** @throws EmbeddedPostgresError when the server's user cannot get into a directory */
async function readable(directory: string, owner: Owner | undefined): Promise<string> {
  const real = await realpath(directory).catch(() => undefined);
  if (real !== undefined && (await canEnter(real, owner))) return real;
  throw new EmbeddedPostgresError(
    real === undefined
      ? `There is no archive ${directory}.`
      : `PostgreSQL's user (id ${owner?.uid}) may not enter the archive ${directory}: use one that it can reach, such as /var/lib/roost/archive.`,
  );
}
