import pg from "pg";

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool that tolerates a second release of a connection. The job runner releases twice when a connection breaks while it stops
 * listening, and the driver's error would end the process (docs/upstream/graphile-worker.md).
 */
export class OnceReleasedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((error, client, done) => callback(error, client, onlyOnce(done)));
    return undefined;
  }
}

function onlyOnce(done: (release?: unknown) => void): typeof done {
  let isDone = false;
  return (release) => {
    if (!isDone) done(release);
    isDone = true;
  };
}
