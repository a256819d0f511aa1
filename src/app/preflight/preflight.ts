import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeWritableDirectory } from "@roost/embedded-postgres";
import { hasCluster } from "../../database/connect/join-server.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { freeBytes } from "../readiness/free-room.ts";
import { assertNoLostDatabase } from "./lost-database.ts";
import { assertPorts } from "./ports.ts";
import { readTlsFiles } from "./tls-files.ts";

const megabyte = 1024 * 1024;

/** Bytes that a new database takes with the demo, and the room below which writes are refused. */
const newDatabaseBytes = 160 * megabyte;

/**
 * Checks everything that is cheap to check, before a start makes anything that it makes once.
 * @throws ConfigError or EmbeddedPostgresError, each with one sentence for the person who starts the service
 */
export async function assertSurroundings(config: Config): Promise<void> {
  assertNoLostDatabase(config);
  await readTlsFiles(config);
  // Of a database that is there, its own start says more: whose it is.
  const hasOwn = config.databaseUrl === undefined && existsSync(join(config.dataDirectory, "postgres"));
  const needsOne = config.databaseUrl === undefined || config.tls === "self-signed";
  if (needsOne && !hasOwn) await makeWritableDirectory(config.dataDirectory);
  if (config.filesDirectory !== undefined) await makeWritableDirectory(config.filesDirectory);
  await assertPorts(config);
  if (makesDatabase(config)) await assertRoom(config.dataDirectory);
}

/** Whether a start makes a database, rather than opening one. */
export const makesDatabase = ({ databaseUrl, dataDirectory }: Config): boolean =>
  databaseUrl === undefined && !hasCluster(dataDirectory);

async function assertRoom(dataDirectory: string): Promise<void> {
  const free = await freeBytes(dataDirectory);
  if (free >= newDatabaseBytes) return;
  const [has, takes] = [free, newDatabaseBytes].map((bytes) => Math.floor(bytes / megabyte));
  throw new ConfigError(
    `The disk of ${resolve(dataDirectory)} has ${has} MB left, and a new database takes ${takes} MB: free some, or set ROOST_DATA_DIR to a directory on another disk.`,
  );
}
