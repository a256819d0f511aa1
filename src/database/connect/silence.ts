import { Socket } from "node:net";
import type pg from "pg";

/** Milliseconds of silence after which a server is asked whether it is there, and again those until it is taken for gone: more than a statement may take. */
export const longestSilence = 35_000;

/** Milliseconds after which the system itself looks whether the other end of a connection is there. */
const betweenProbes = 10_000;

/** Told by a connection of ours, and by the code of a network that does not answer. */
class SilentServerError extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database server says nothing any more");
    this.name = "SilentServerError";
  }
}

/**
 * Breaks a connection whose server says nothing any more: a machine without power, or a network that loses what is sent. The limit of a
 * statement needs a living server, and the system gives a connection up after a quarter of an hour. Whoever waits hears of it, and the pool
 * makes another one. To be called once for each connection; within one machine there is no network.
 */
export function breakWhenSilent({ client, longest = longestSilence }: Watched): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket) || stream.remoteAddress === undefined) return;
  stream.setKeepAlive(true, betweenProbes);
  let readWhenAsked = -1;
  stream.setTimeout(longest).on("timeout", () => {
    if (stream.bytesRead === readWhenAsked) return void stream.destroy(new SilentServerError());
    readWhenAsked = stream.bytesRead;
    // Any answer will do, also a refusal. What comes behind a statement may only be sent when that is answered.
    client.query("select").catch(() => undefined);
    stream.setTimeout(longest);
  });
}

interface Watched {
  readonly client: pg.Client | pg.PoolClient;
  /** Milliseconds. */
  readonly longest?: number | undefined;
}
