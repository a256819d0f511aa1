import type { Database } from "../../../database/connect/database.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import { publishAll } from "./publish-all.ts";

/** The time for which a process collects commits before it publishes them, depending on load. */
const minGatherMs = 50;
const maxGatherMs = 500;

/**
 * The pause between rounds, as a multiple of a round's duration.
 * Under load, more changes share a round's cost and arrive slightly later.
 */
const restFactor = 25;

/**
 * Publishes what this process committed shortly after the commit.
 * A recurring job publishes the changes that a process left unpublished.
 */
export class ChangePublisher {
  private readonly database: Database;
  private readonly queries: QueryCache;
  private readonly report: (error: unknown) => void;
  private readonly changed = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  /** Milliseconds that the next round gathers for. */
  private gatherMs = minGatherMs;
  private publishing: Promise<void> = Promise.resolve();
  private closed = false;

  /** @param report receives publishing errors; the next round retries these changes */
  constructor(database: Database, queries: QueryCache, report: (error: unknown) => void) {
    this.database = database;
    this.queries = queries;
    this.report = report;
    database.onCommitted((accounts) => this.noteCommit(accounts));
  }

  /** Waits for the running round and starts no other. The recurring job publishes the rest. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.publishing;
  }

  private noteCommit(accounts: readonly number[]): void {
    if (this.closed) return;
    for (const account of accounts) this.changed.add(account);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.publishing = this.publishing.then(() => this.publishChanged());
    }, this.gatherMs);
  }

  private async publishChanged(): Promise<void> {
    const accounts = [...this.changed];
    this.changed.clear();
    const began = performance.now();
    for (const account of accounts) {
      if (this.closed) return;
      await publishAll(this.database.within([account]), account, this.queries).catch(this.report);
    }
    this.gatherMs = Math.min(Math.max((performance.now() - began) * restFactor, minGatherMs), maxGatherMs);
  }
}

/** Publishes changes that have waited in any account, such as those of a process that ended. */
export async function publishLeftovers(database: Database, queries: QueryCache, signal: AbortSignal): Promise<void> {
  const rows = await database.read({ text: "select unpublished_accounts($1)" }, [maxAccounts]);
  for (const [account] of rows) {
    if (signal.aborted) return;
    await publishAll(database.within([Number(account)]), Number(account), queries);
  }
}

/** Accounts that one run publishes at most. */
const maxAccounts = 1000;
