import type { Database } from "../../database/database.ts";
import type { QueryCache } from "../../kernel/read/query-cache.ts";
import { publishAll } from "./publish-all.ts";

/** Milliseconds that a process gathers commits for, before it publishes what they have changed. */
const gathering = 50;

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
  private publishing: Promise<void> = Promise.resolve();
  private closed = false;

  /** @param report is told why changes could not be published: they are tried again with the next ones */
  constructor(database: Database, queries: QueryCache, report: (error: unknown) => void) {
    this.database = database;
    this.queries = queries;
    this.report = report;
    database.onCommitted((accounts) => this.noteCommit(accounts));
  }

  /** Publishes what is left, and takes no more. */
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
    }, gathering);
  }

  private async publishChanged(): Promise<void> {
    const accounts = [...this.changed];
    this.changed.clear();
    for (const account of accounts)
      await publishAll(this.database.within([account]), account, this.queries).catch(this.report);
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
