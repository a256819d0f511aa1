import type { Database } from "../../../database/connect/database.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import { publishAll } from "./publish-all.ts";

/** Milliseconds that a process gathers commits for, before it publishes what they have changed: when little is to do, and at most. */
const shortest = 50;
const longest = 500;

/**
 * How many times as long as publishing takes nothing is published then: in busy times more changes share what a round costs, and
 * whoever is told learns of them a little later.
 */
const restsFor = 25;

/**
 * Publishes what this process has committed, a moment later: whoever is told of changes learns of them at once. What a process leaves
 * behind that ends before, the recurring job publishes.
 */
export class ChangePublisher {
  private readonly database: Database;
  private readonly queries: QueryCache;
  private readonly report: (error: unknown) => void;
  private readonly changed = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  /** Milliseconds that the next round gathers for. */
  private gathering = shortest;
  private publishing: Promise<void> = Promise.resolve();
  private closed = false;

  /** @param report is told why changes could not be published: they are tried again with the next ones */
  constructor(database: Database, queries: QueryCache, report: (error: unknown) => void) {
    this.database = database;
    this.queries = queries;
    this.report = report;
    database.onCommitted((accounts) => this.noteCommit(accounts));
  }

  /** Waits for the round that is under way, and begins no other. What is left, the recurring job publishes. */
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
    }, this.gathering);
  }

  private async publishChanged(): Promise<void> {
    const accounts = [...this.changed];
    this.changed.clear();
    const began = performance.now();
    for (const account of accounts) {
      if (this.closed) return;
      await publishAll(this.database.within([account]), account, this.queries).catch(this.report);
    }
    this.gathering = Math.min(Math.max((performance.now() - began) * restsFor, shortest), longest);
  }
}

/** Publishes what has waited for a moment in any account: what a process left behind. */
export async function publishLeftOver(database: Database, queries: QueryCache, signal: AbortSignal): Promise<void> {
  const rows = await database.read({ text: "select unpublished_accounts($1)" }, [mostAccounts]);
  for (const [account] of rows) {
    if (signal.aborted) return;
    await publishAll(database.within([Number(account)]), Number(account), queries);
  }
}

/** Accounts that one round publishes. */
const mostAccounts = 1000;
