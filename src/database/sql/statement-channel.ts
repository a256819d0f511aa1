import { tracingChannel } from "node:diagnostics_channel";
import type { Statement } from "./statement.ts";

/** A statement on its way, as the channel's listeners are told of it. Its values are nobody's business. */
export class StatementRun {
  readonly statement: Statement;
  /** By `performance.now()`. */
  readonly began = performance.now();
  /** What it failed with; set by the channel. */
  error?: unknown;

  constructor(statement: Statement) {
    this.statement = statement;
  }
}

/** Tells of statements: `start` when one is sent, `asyncEnd` when its answer is there. Without listeners it costs nothing. */
export const statementChannel = tracingChannel<unknown, StatementRun>("roost:database.statement");

/** Runs a statement, and tells whoever listens how long it took. */
export function told<T>(statement: Statement, run: () => Promise<T>): Promise<T> {
  return statementChannel.hasSubscribers ? statementChannel.tracePromise(run, new StatementRun(statement)) : run();
}
