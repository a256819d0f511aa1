import { tracingChannel } from "node:diagnostics_channel";
import type { Statement } from "./statement.ts";

/** A running statement, as published on the channel. Values are omitted: they may be personal data. */
export class StatementRun {
  readonly statement: Statement;
  /** Start time, by `performance.now()`. */
  readonly began = performance.now();
  /** The error it failed with; set by the channel. */
  error?: unknown;

  constructor(statement: Statement) {
    this.statement = statement;
  }
}

/** Publishes `start` when a statement is sent and `asyncEnd` when it is answered. Costs nothing without subscribers. */
export const statementChannel = tracingChannel<unknown, StatementRun>("roost:database.statement");

/** Runs a statement and publishes it on the channel. */
export function traced<T>(statement: Statement, run: () => Promise<T>): Promise<T> {
  return statementChannel.hasSubscribers ? statementChannel.tracePromise(run, new StatementRun(statement)) : run();
}
