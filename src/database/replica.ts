import pg from "pg";
import { watch } from "./account-scope.ts";
import { parsePosition, type Position } from "./write-positions.ts";

/** Milliseconds between two looks at a replica that is behind, and at one that is gone. */
const soon = 20;
const later = 1_000;

/** Milliseconds in which it answers a look, or is gone. */
const longestLook = 1_000;

const look = {
  name: "look at replica",
  text: `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed, (select life from primary_life) as life,
    coalesce(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), true) as has_all`,
};

/** A server that follows the primary. It is looked at when somebody wants to read there, and never while nobody does. */
export class Replica {
  /** Its host and port. */
  readonly name: string;
  /** Where it is read. */
  readonly pool: pg.Pool;
  /** Requests that are reading there. */
  readers = 0;
  readonly #lineSettings: pg.ClientConfig;
  readonly #clients = new Set<pg.Client>();
  #line: pg.Client | undefined;
  #looking: Promise<void> | undefined;
  #nextLook = 0;
  #replayed: Position | undefined;
  #life: string | null = null;
  #hasAll = false;
  #isLost = false;
  readonly #report: (error: unknown) => void;

  /**
   * @param settings of its connections, as `roost_app`
   * @param report is told why it is gone, once
   */
  constructor(settings: pg.PoolConfig, report: (error: unknown) => void) {
    this.name = `${settings.host}:${settings.port}`;
    this.#report = report;
    this.#lineSettings = {
      ...settings,
      pipeline: false,
      query_timeout: longestLook,
      connectionTimeoutMillis: longestLook,
    };
    this.pool = new pg.Pool({ ...settings, connectionTimeoutMillis: longestLook });
    this.pool
      .on("connect", (client) => {
        watch(client);
        this.#clients.add(client);
      })
      .on("remove", (client) => this.#clients.delete(client));
    this.pool.on("error", (error) => this.lose(error));
  }

  /** How far it has got at least, in a life of the database: undefined where it is gone, or follows no server of that life. */
  reached(life: string): Position | undefined {
    return this.#life === life ? this.#replayed : undefined;
  }

  /** Whether it showed all that it had received when it was looked at. */
  get hasAll(): boolean {
    return this.#hasAll;
  }

  /** Looks how far it has got, unless somebody just has; nobody waits for it. */
  lookSoon(): void {
    if (this.#looking || performance.now() < this.#nextLook) return;
    void this.look();
  }

  /** Looks how far it has got. What it has found out is known when this resolves. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.lose(error))
      .finally(() => {
        this.#nextLook = performance.now() + (this.#replayed === undefined ? later : soon);
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** It is gone: whoever reads there hears of it at once, and nobody else begins to before it has answered a look. */
  lose(error: unknown): void {
    if (!this.#isLost && !this.pool.ending) this.#report(error);
    this.#isLost = true;
    this.#replayed = undefined;
    const line = this.#line;
    this.#line = undefined;
    for (const client of [...this.#clients, ...(line ? [line] : [])]) client.connection.stream.destroy();
  }

  async close(): Promise<void> {
    this.#nextLook = Number.POSITIVE_INFINITY;
    await this.#looking;
    // Its goodbye is not waited for, as the pool waits for none: a server that says nothing any more would hold up the end of the service.
    void this.#line?.end();
    await this.pool.end();
  }

  async #look(): Promise<void> {
    const line = this.#line ?? (await this.#connected());
    const { rows } = await line.query<{ replayed: string | null; life: string | null; has_all: boolean }>(look);
    const [seen] = rows;
    this.#replayed = seen?.replayed ? parsePosition(seen.replayed) : undefined;
    this.#life = seen?.life ?? null;
    this.#hasAll = seen?.has_all ?? false;
    this.#isLost = false;
  }

  async #connected(): Promise<pg.Client> {
    const line = new pg.Client(this.#lineSettings);
    line.on("error", (error) => {
      if (this.#line === line) this.lose(error);
    });
    await line.connect();
    this.#line = line;
    return line;
  }
}
