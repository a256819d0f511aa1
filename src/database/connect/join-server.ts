import { existsSync } from "node:fs";
import { join } from "node:path";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "@roost/embedded-postgres";
import { MigrationError } from "../migration-error.ts";
import { addressOf, type DatabaseChoice } from "../open.ts";
import type { ServerAddress } from "./address.ts";

/** The service's database server, reached as its owner, without migrating. */
export interface JoinedServer {
  readonly owner: ServerAddress;
  readonly kind: "embedded" | "foreign";
  /** Stops the embedded server if `joinServer` started it. */
  close(): Promise<void>;
}

/**
 * Reaches the service's server: the one in DATABASE_URL, or else the embedded one, which it starts if it is not running.
 * @param target an `existing` database, or a `new` one, for which the embedded server must not be running
 * @throws EmbeddedPostgresError; MigrationError if the existing database is not found
 */
export async function joinServer(
  { databaseUrl, dataDirectory, walArchive }: DatabaseChoice,
  target: "existing" | "new",
  log: (line: string) => void,
): Promise<JoinedServer> {
  if (databaseUrl !== undefined) return { owner: addressOf(databaseUrl), kind: "foreign", close: async () => {} };
  const running = target === "existing" ? await runningEmbeddedPostgres(dataDirectory) : undefined;
  // The embedded server listens on a local socket, so PGSSLMODE does not apply.
  if (running) return { owner: { ...running, ssl: false }, kind: "embedded", close: async () => {} };
  if (target === "existing" && !hasCluster(dataDirectory)) {
    throw new MigrationError(`There is no database in ${dataDirectory} (ROOST_DATA_DIR), and DATABASE_URL is not set.`);
  }
  const server = await startEmbeddedPostgres({ directory: dataDirectory, archiveTo: walArchive, log });
  return { owner: { ...server.address, ssl: false }, kind: "embedded", close: () => server.stop() };
}

/** Whether a data directory contains an embedded database. */
export function hasCluster(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, "postgres", "PG_VERSION"));
}
