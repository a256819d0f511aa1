import { setTimeout as wait } from "node:timers/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { Paths } from "./paths.ts";
import { removePostmasterFile, whoHoldsCluster } from "./postmaster-file.ts";

/** The start failed because an earlier server still uses the data. This may be temporary. */
export class EarlierServerRunning extends EmbeddedPostgresError {}

export interface EarlierServerWait {
  /** Milliseconds to wait for the earlier server to end. */
  earlierServerTimeoutMs: number;
  signal: AbortSignal | undefined;
}

const pollMs = 50;

/**
 * Calls `start` once no earlier server uses the cluster. Since we hold the lock, such a server has lost its Node
 * process and its watchdog is stopping it, or a person started it by hand.
 *
 * @throws EmbeddedPostgresError if it still runs after the timeout.
 */
export async function startAfterEarlierServer<Started>(
  paths: Paths,
  { earlierServerTimeoutMs, signal }: EarlierServerWait,
  start: () => Promise<Started>,
): Promise<Started> {
  const deadline = performance.now() + earlierServerTimeoutMs;
  for (;;) {
    await earlierServerToEnd(paths, deadline, signal);
    try {
      return await start();
    } catch (error) {
      // The server's children may outlive it until their statement ends.
      if (!(error instanceof EarlierServerRunning) || performance.now() > deadline) throw error;
    }
    await wait(pollMs, undefined, { signal });
  }
}

async function earlierServerToEnd(paths: Paths, deadline: number, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const holder = await whoHoldsCluster(paths);
    if (holder.who === "gone") return;
    if (holder.who === "stranger") return removePostmasterFile(paths.cluster);
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Another PostgreSQL (process ${holder.pid}) still runs on ${paths.cluster}. Stop it first.`,
      );
    }
    signal?.throwIfAborted();
    await wait(pollMs);
  }
}
