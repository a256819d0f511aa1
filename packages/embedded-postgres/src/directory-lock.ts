import { DatabaseSync } from "node:sqlite";
import { EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";

/** The right to start a server on a directory, until `release` or the end of the process. */
export interface DirectoryLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Locks the file `path` from before the first initdb until after PostgreSQL has exited.
 *
 * The lock is SQLite's kernel file lock, because Node has no flock and the kernel releases it with the process. A pid
 * file would not do: container pids repeat after a crash. This process must not open the file otherwise, as closing it drops the lock.
 *
 * @throws EmbeddedPostgresError if any process holds the lock.
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
      throw new EmbeddedPostgresError(`Roost already runs on ${directory}: stop it first, or use another directory.`);
    }
    throw new EmbeddedPostgresError(`Cannot use the lock file ${path}: ${messageOf(error)}.`, { cause: error });
  }
  const held = database;
  return {
    release() {
      if (held.isOpen) held.close();
    },
  };
}
