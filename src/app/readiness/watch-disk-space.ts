import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { Config } from "../config.ts";
import { isFull } from "./free-space.ts";

/** One check costs about 50 microseconds. */
const checkIntervalMs = 1_000;

/** Rejects writes while the disk is full. Its code is the file system's, so outages are classified alike. */
class DiskFullError extends Error {
  readonly code = "ENOSPC";

  constructor() {
    super("The database's disk is nearly full. Writes are refused.");
    this.name = "DiskFullError";
  }
}

/**
 * Refuses writes while the embedded server's disk is nearly full. Without space for its next log file, PostgreSQL would end and could not
 * restart. Without writes it needs no space.
 * @returns stops the watch
 */
export function watchDiskSpace(
  { databaseUrl, dataDirectory }: Pick<Config, "databaseUrl" | "dataDirectory">,
  { writeGuard }: Database,
  logger: FastifyBaseLogger,
): () => void {
  if (databaseUrl !== undefined) return () => undefined;
  const cluster = join(dataDirectory, "postgres");
  let wasFull = false;
  const check = async (): Promise<void> => {
    const full = await isFull(cluster);
    if (full === wasFull) return;
    wasFull = full;
    writeGuard.refuseWith(full ? new DiskFullError() : undefined);
    logger.warn(
      full ? "refusing writes: database disk is nearly full" : "accepting writes again: database disk has space",
    );
  };
  const failed = (error: unknown): void => logger.error({ err: error }, "measuring free disk space failed");
  const timer = setInterval(() => void check().catch(failed), checkIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
