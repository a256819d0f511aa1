import { Socket } from "node:net";
import type pg from "pg";

/** After this silence the server is probed; after as much again the connection is closed. Longer than a statement may take. */
const maxSilenceMs = 35_000;

/** Idle time before the system sends TCP keepalive probes. */
const keepAliveMs = 10_000;

/** Has the code of a network that does not answer. */
class SilentServerError extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database server stopped responding");
    this.name = "SilentServerError";
  }
}

/**
 * Closes a connection whose server stopped responding, for example after a power cut or a network failure. The statement timeout
 * needs a living server, and the system gives up only after a quarter of an hour. Call it once per connection.
 * Has no effect on a unix socket.
 */
export function closeUnresponsive({ client, silenceMs = maxSilenceMs }: WatchedConnection): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket) || stream.remoteAddress === undefined) return;
  stream.setKeepAlive(true, keepAliveMs);
  let readAtProbe = -1;
  stream.setTimeout(silenceMs).on("timeout", () => {
    if (stream.bytesRead === readAtProbe) return void stream.destroy(new SilentServerError());
    readAtProbe = stream.bytesRead;
    // Any answer will do, even an error. Without pipelining, the probe is sent only after the running statement's answer.
    client.query("select").catch(() => undefined);
    stream.setTimeout(silenceMs);
  });
}

interface WatchedConnection {
  readonly client: pg.Client | pg.PoolClient;
  readonly silenceMs?: number | undefined;
}
