import pg from "pg";

/** Longer than a statement of the job queue takes, and than it takes to open a connection. */
const usualPatience = 100;

/** How many connections there are while they suffice, and how many there may be. */
export interface PatientPoolSize {
  readonly few: number;
  readonly most: number;
  /** Milliseconds that somebody waits for one of the few before there are more; 100 unless told otherwise. */
  readonly patience?: number;
}

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * A pool that makes who comes wait a moment before it opens more than a few connections: those who come at the same instant, and need one
 * for a millisecond each, then share what is there. Each further one would be a process that takes megabytes. Once somebody has waited in vain
 * there may be `most`, until those that nobody uses have been closed.
 */
export class PatientPool extends pg.Pool {
  readonly #size: PatientPoolSize;
  #growing: NodeJS.Timeout | undefined;

  constructor(config: Omit<pg.PoolConfig, "max">, size: PatientPoolSize) {
    super({ ...config, max: size.few });
    this.#size = size;
    this.on("remove", () => {
      if (this.totalCount <= size.few) this.options.max = size.few;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    let asked: Promise<pg.PoolClient> | undefined;
    if (taken) super.connect((error, client, done) => taken(error, client, onlyOnce(done)));
    else asked = super.connect();
    if (this.waitingCount > 0 && this.options.max < this.#size.most) {
      this.#growing ??= setTimeout(() => this.#growUnlessServed(), this.#size.patience ?? usualPatience).unref();
    }
    return asked;
  }

  #growUnlessServed(): void {
    this.#growing = undefined;
    if (this.waitingCount === 0) return;
    this.options.max = this.#size.most;
    // The pool opens one for whoever comes, and gives it to those who wait when it is given back.
    super.connect().then(
      (client) => client.release(),
      () => undefined,
    );
  }
}

/**
 * Gives a connection back once: the runner of the job queue does so twice where one breaks while it stops listening, and the pool's refusal
 * would end the process.
 */
function onlyOnce(done: (release?: unknown) => void): typeof done {
  let isDone = false;
  return (release) => {
    if (!isDone) done(release);
    isDone = true;
  };
}
