import { DatabaseSync } from "node:sqlite";
import { EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";

/** The right to start a server on a directory. It ends with `release`, or with the process in whatever way that ends. */
export interface DirectoryLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Takes the lock kept in the file `path`, held from before the first initdb until after PostgreSQL has exited.
 *
 * A file with a process id in it would not do: after a crash in a container the same id soon belongs to somebody else
 * (often to ourselves), and two starters that both find it stale remove each other's. Node has no flock, but the
 * SQLite inside Node takes the kernel's own file lock, on every platform, and the kernel drops it with the process.
 * Nothing is ever written to that database. (The file is not to be read by this process: closing it would drop the lock.)
 *
 * @throws EmbeddedPostgresError when another process, or this one, holds it.
 */
export function lockDirectory(path: string, directory: string): DirectoryLock {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (database?.isOpen) database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      throw new EmbeddedPostgresError(
        `Roost already runs on ${directory}: stop that one first, or give this one a directory of its own.`,
      );
    }
    throw new EmbeddedPostgresError(`The lock file ${path} cannot be used: ${messageOf(error)}.`, { cause: error });
  }
  const held = database;
  return {
    release() {
      if (held.isOpen) held.close();
    },
  };
}
