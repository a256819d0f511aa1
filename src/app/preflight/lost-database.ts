import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { keyFileOf } from "../secrets/key-file.ts";

/**
 * The secrets key lies beside the data directory and is created with its first database. If only the database is gone, a disk is probably not
 * mounted. A new, empty database would hide the real one.
 * @throws ConfigError
 */
export function assertNoLostDatabase({
  databaseUrl,
  dataDirectory,
}: Pick<Config, "databaseUrl" | "dataDirectory">): void {
  if (databaseUrl !== undefined) return;
  const cluster = join(resolve(dataDirectory), "postgres");
  const key = keyFileOf(dataDirectory);
  if (exists(join(cluster, "PG_VERSION")) || !exists(key)) return;
  throw new ConfigError(
    `${cluster} is missing, but ${key} shows that it existed. Mount its disk, or restore a backup. ` +
      `To start with an empty database on purpose, move ${key} elsewhere first.`,
  );
}

/** Counts an unreadable path as existing: the start reports it later. */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return error instanceof Error;
  }
}
