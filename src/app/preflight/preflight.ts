import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeWritableDirectory } from "@roost/embedded-postgres";
import { hasCluster } from "../../database/connect/join-server.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { freeBytes } from "../readiness/free-space.ts";
import { assertNoLostDatabase } from "./lost-database.ts";
import { assertPorts } from "./ports.ts";
import { readTlsFiles } from "./tls-files.ts";

const megabyte = 1024 * 1024;

/** Space for a new database with the demo, plus the reserve below which writes are refused. */
const newDatabaseBytes = 160 * megabyte;

/**
 * Runs all cheap checks before the start creates anything permanent.
 * @throws ConfigError or EmbeddedPostgresError, each with a sentence for the operator
 */
export async function assertSurroundings(config: Config): Promise<void> {
  assertNoLostDatabase(config);
  await readTlsFiles(config);
  // For an existing database, its own start reports more, such as its owner.
  const hasOwn = config.databaseUrl === undefined && existsSync(join(config.dataDirectory, "postgres"));
  const needsOne = config.databaseUrl === undefined || config.tls === "self-signed";
  if (needsOne && !hasOwn) await makeWritableDirectory(config.dataDirectory);
  if (config.filesDirectory !== undefined) await makeWritableDirectory(config.filesDirectory);
  await assertPorts(config);
  if (makesDatabase(config)) await assertDiskSpace(config.dataDirectory);
}

/** Whether a start creates a database instead of opening one. */
export const makesDatabase = ({ databaseUrl, dataDirectory }: Config): boolean =>
  databaseUrl === undefined && !hasCluster(dataDirectory);

async function assertDiskSpace(dataDirectory: string): Promise<void> {
  const free = await freeBytes(dataDirectory);
  if (free >= newDatabaseBytes) return;
  const [freeMb, neededMb] = [free, newDatabaseBytes].map((bytes) => Math.floor(bytes / megabyte));
  throw new ConfigError(
    `The disk of ${resolve(dataDirectory)} has ${freeMb} MB free; a new database needs ${neededMb} MB. Free some space, or set ROOST_DATA_DIR to another disk.`,
  );
}
