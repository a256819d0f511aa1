import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { keyFileOf } from "../secrets/key-file.ts";

/**
 * The key for secrets lies beside the data directory, and was made with its first database: where the database is gone and the key is not,
 * most likely a disk is not mounted. An empty database in its place would look like lost data, and hide the true one.
 * @throws ConfigError
 */
export function assertNoLostDatabase({
  databaseUrl,
  dataDirectory,
}: Pick<Config, "databaseUrl" | "dataDirectory">): void {
  if (databaseUrl !== undefined) return;
  const cluster = join(resolve(dataDirectory), "postgres");
  const key = keyFileOf(dataDirectory);
  if (isThere(join(cluster, "PG_VERSION")) || !isThere(key)) return;
  throw new ConfigError(
    `${cluster} is missing, and ${key} says that it was there: mount its disk, or bring it back from a backup. ` +
      `To begin with an empty database on purpose, move ${key} elsewhere first.`,
  );
}

/** What this user may not look at is there: the start will say so. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return error instanceof Error;
  }
}
