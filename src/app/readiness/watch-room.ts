import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { Config } from "../config.ts";
import { isFull } from "./free-room.ts";

/** Milliseconds between two looks; one costs some 50 microseconds. */
const betweenLooks = 1_000;

/** What a write meets while there is no room: with the code of a file that meets the same, for who tells outages apart. */
class NoRoomError extends Error {
  readonly code = "ENOSPC";

  constructor() {
    super("There is too little room left on the disk of the database to write.");
    this.name = "NoRoomError";
  }
}

/**
 * Refuses writes, and with them all that is counted, while the disk of the embedded server is nearly full. PostgreSQL ends when there is no
 * room for its next piece of log, and cannot start before there is; as long as nothing is written, it needs none.
 * @returns ends the watch
 */
export function watchRoom(
  { databaseUrl, dataDirectory }: Pick<Config, "databaseUrl" | "dataDirectory">,
  { writeGuard }: Database,
  logger: FastifyBaseLogger,
): () => void {
  if (databaseUrl !== undefined) return () => undefined;
  const cluster = join(dataDirectory, "postgres");
  let wasFull = false;
  const look = async (): Promise<void> => {
    const full = await isFull(cluster);
    if (full === wasFull) return;
    wasFull = full;
    writeGuard.refuseWith(full ? new NoRoomError() : undefined);
    logger.warn(
      full ? "the disk of the database is nearly full: writes are refused" : "there is room again: writes go on",
    );
  };
  const failed = (error: unknown): void => logger.error({ err: error }, "the room on the disk could not be measured");
  const timer = setInterval(() => void look().catch(failed), betweenLooks);
  timer.unref();
  return () => clearInterval(timer);
}
