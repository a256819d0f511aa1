import pg from "pg";

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * A pool whose connections may be released twice. The job runner does so when a connection breaks while it stops listening, and the
 * driver's refusal would end the process (docs/upstream/graphile-worker.md).
 */
export class OnceReleasedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (!taken) return super.connect();
    super.connect((error, client, done) => taken(error, client, onlyOnce(done)));
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
