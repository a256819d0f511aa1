import pg from "pg";

/** Milliseconds without a commit to wait for, after which the connection is closed. */
const idle = 60_000;

/**
 * Waits until what was committed without waiting is on the disk (docs/decisions/0054-shared-flush.md): one small transaction that does wait,
 * for all who wait at the moment. Whatever was written to the log before it is on the disk when it is committed, and with synchronous
 * standbys on theirs.
 */
export class SharedFlush {
  private readonly config: pg.ClientConfig;
  private connection: FlushConnection | undefined;
  private connecting = false;
  private closed = false;
  private writing = 0;
  private unused: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig) {
    this.config = config;
  }

  /**
   * Runs a transaction among those that write. Alone, it waits for the disk with its commit. When others are under way, who may wait for
   * its locks, its commit gives these back first, and the disk is waited for together.
   * @param attempt gets what says, when it is about to commit, what to wait for
   */
  async among<T>(attempt: (before: () => FlushConnection | undefined) => Promise<T>): Promise<T> {
    this.writing++;
    try {
      return await attempt(() => (this.writing > 1 ? this.current() : undefined));
    } finally {
      this.writing--;
    }
  }

  /**
   * The connection to wait on, to be asked for **before** the commit: while it lives, the server has not broken down since. Undefined
   * while there is none yet: that commit waits for the disk itself.
   */
  private current(): FlushConnection | undefined {
    if (this.closed) return undefined;
    this.unused?.refresh();
    if (this.connection?.isOpen) return this.connection;
    void this.connect();
    return undefined;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.disconnect();
  }

  private async connect(): Promise<void> {
    if (this.connecting) return;
    this.connecting = true;
    const connection = new FlushConnection(this.config);
    try {
      await connection.open();
      this.connection = connection;
      this.unused ??= setTimeout(() => void this.disconnect(), idle).unref();
      if (this.closed) await this.disconnect();
    } catch {
      // Commits go on waiting for the disk by themselves, and the next one tries again: whoever cannot connect is told by the pool.
    } finally {
      this.connecting = false;
    }
  }

  private async disconnect(): Promise<void> {
    clearTimeout(this.unused);
    this.unused = undefined;
    const { connection } = this;
    this.connection = undefined;
    await connection?.close();
  }
}

/** One connection that flushes for many. */
export class FlushConnection {
  private readonly client: pg.Client;
  private underway: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  isOpen = false;

  constructor(config: pg.ClientConfig) {
    this.client = new pg.Client(config);
    this.client.on("error", () => this.lose()).on("end", () => this.lose());
  }

  async open(): Promise<void> {
    await this.client.connect();
    this.isOpen = true;
  }

  /**
   * Resolves when everything that was committed before this call is on the disk. One that is under way may have begun before that commit:
   * whoever comes meanwhile waits for the next one, together.
   * @throws when the connection is gone: then nobody knows
   */
  flushed(): Promise<void> {
    if (this.next) return this.next;
    if (!this.underway) return this.start();
    this.next = this.underway.then(
      () => this.start(),
      () => this.start(),
    );
    return this.next;
  }

  async close(): Promise<void> {
    this.isOpen = false;
    // What is still waited for comes before the goodbye.
    await (this.next ?? this.underway)?.catch(() => {});
    await this.client.end();
  }

  private start(): Promise<void> {
    this.next = undefined;
    const flush = this.flush().finally(() => {
      if (this.underway === flush) this.underway = undefined;
    });
    this.underway = flush;
    return flush;
  }

  /** An empty message to nobody: the least that is written to the log, and that a commit waits for. */
  private async flush(): Promise<void> {
    await this.client.query({ name: "flush", text: "select pg_logical_emit_message(true, 'roost', '')" });
  }

  private lose(): void {
    this.isOpen = false;
  }
}
