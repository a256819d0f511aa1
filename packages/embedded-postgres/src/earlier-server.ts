import { setTimeout as wait } from "node:timers/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { Places } from "./places.ts";
import { removePostmasterFile, whoHoldsCluster } from "./postmaster-file.ts";

/** The server would not start because what is left of an earlier one still uses the data; that may pass. */
export class EarlierServerLingers extends EmbeddedPostgresError {}

export interface Patience {
  /** Milliseconds for the earlier server to end. */
  patience: number;
  signal: AbortSignal | undefined;
}

const betweenLooks = 50;

/**
 * Calls `start` when no earlier server lives on the cluster. Since we hold the directory's lock, such a server has lost
 * the Node that started it, which was killed, and its watchdog is ending it; or somebody started it by hand.
 *
 * @throws EmbeddedPostgresError when it still lives after `patience`.
 */
export async function startAfterEarlierServer<Started>(
  places: Places,
  { patience, signal }: Patience,
  start: () => Promise<Started>,
): Promise<Started> {
  const deadline = performance.now() + patience;
  for (;;) {
    await earlierServerToEnd(places, deadline, signal);
    try {
      return await start();
    } catch (error) {
      // Its children may outlive it for as long as their present statement takes.
      if (!(error instanceof EarlierServerLingers) || performance.now() > deadline) throw error;
    }
    await wait(betweenLooks, undefined, { signal });
  }
}

async function earlierServerToEnd(places: Places, deadline: number, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const holder = await whoHoldsCluster(places);
    if (holder.who === "gone") return;
    if (holder.who === "stranger") return removePostmasterFile(places.cluster);
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Another PostgreSQL (process ${holder.pid}) still runs on ${places.cluster}: stop it first.`,
      );
    }
    signal?.throwIfAborted();
    await wait(betweenLooks);
  }
}
