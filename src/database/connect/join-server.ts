import { existsSync } from "node:fs";
import { join } from "node:path";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "@roost/embedded-postgres";
import { MigrationError } from "../migration-error.ts";
import { addressOf, type DatabaseChoice } from "../open.ts";
import type { ServerAddress } from "./address.ts";

/** The service's database server, reached as its owner. Nothing is migrated. */
export interface JoinedServer {
  readonly owner: ServerAddress;
  readonly kind: "embedded" | "foreign";
  /** Ends what was started for it. */
  close(): Promise<void>;
}

/**
 * Reaches the server that the service uses: that of DATABASE_URL, the embedded one while it runs, and else starts that one.
 * @param wanted an `existing` database, or a `new` one, for which the embedded server must not run
 * @throws EmbeddedPostgresError; MigrationError when there is none that exists
 */
export async function joinServer(
  { databaseUrl, dataDirectory, walArchive }: DatabaseChoice,
  wanted: "existing" | "new",
  log: (line: string) => void,
): Promise<JoinedServer> {
  if (databaseUrl !== undefined) return { owner: addressOf(databaseUrl), kind: "foreign", close: async () => {} };
  const running = wanted === "existing" ? await runningEmbeddedPostgres(dataDirectory) : undefined;
  // A socket of our own: whatever PGSSLMODE says of the servers elsewhere.
  if (running) return { owner: { ...running, ssl: false }, kind: "embedded", close: async () => {} };
  if (wanted === "existing" && !hasCluster(dataDirectory)) {
    throw new MigrationError(`There is no database in ${dataDirectory} (ROOST_DATA_DIR), and DATABASE_URL is not set.`);
  }
  const server = await startEmbeddedPostgres({ directory: dataDirectory, archiveTo: walArchive, log });
  return { owner: { ...server.address, ssl: false }, kind: "embedded", close: () => server.stop() };
}

/** Whether there is an embedded database in a data directory. */
export function hasCluster(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, "postgres", "PG_VERSION"));
}
