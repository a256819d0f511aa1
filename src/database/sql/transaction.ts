import type pg from "pg";
import { type Answer, type RawRow, rowsOf } from "./answer.ts";
import { type Cause, settingsOf } from "./cause.ts";
import { isAborted } from "./errors.ts";
import { byCommand, byFunction, type LocalSettings } from "./local-settings.ts";
import { type Pipeline, pipelineOf } from "./pipeline.ts";
import { composed, constant, type Statement } from "./statement.ts";
import { ownTypes } from "./wire-types.ts";

export type { RawRow, Statement };

/** Named, because it is pipelined with other statements. */
const commit: Statement = { name: "commit", text: "commit" };

/** Whether the code contains a statement's text, or a request composes it, such as the columns of an update. */
export type TextOrigin = "written" | "composed";

/** An open transaction. */
export class Transaction {
  private readonly pipeline: Pipeline;
  private readonly set: typeof byFunction;
  private readonly distributed: boolean;
  private accounts: readonly number[] = [];
  private committed: Promise<void> | undefined;
  /** Statements that are not yet answered. */
  private readonly pending = new Set<Promise<unknown>>();
  private failure: unknown;
  private refused: { readonly because: unknown } | undefined;
  private plansOnce = false;

  /** @param distributed whether a cluster's workers hold the rows, so that settings must be propagated to them */
  constructor(client: pg.PoolClient, distributed = false) {
    this.distributed = distributed;
    this.pipeline = pipelineOf(client);
    this.set = distributed ? byCommand : byFunction;
  }

  /**
   * Commits after the statements sent so far, without waiting for their answers. If one of them fails, nothing is committed.
   * @throws if the transaction was rolled back
   */
  commit(): Promise<void> {
    if (!this.committed) {
      this.committed = this.sendCommit();
      this.committed.catch(() => {});
    }
    return this.committed;
  }

  /**
   * The first error of a failed transaction. Pipelined statements after it fail too, and a caller may see their errors first.
   */
  async causeOf(error: unknown): Promise<unknown> {
    if (!isAborted(error)) return error;
    await Promise.allSettled(this.pending);
    return this.failure ?? error;
  }

  private async tracking<T>(answer: Promise<T>): Promise<T> {
    this.pending.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (!isAborted(error)) this.failure ??= error;
      throw error;
    } finally {
      this.pending.delete(answer);
    }
  }

  private async sendCommit(): Promise<void> {
    if (this.refused) throw this.refused.because;
    const { command } = await this.tracking(this.pipeline.send(commit, []));
    if (command === "COMMIT") return;
    // PostgreSQL answers ROLLBACK, without an error, if an earlier statement failed.
    await Promise.allSettled(this.pending);
    throw this.failure ?? new Error(`A commit ended with ${command}.`);
  }

  /** Refuses further statements: the transaction failed to begin or is about to roll back, so they would commit on their own. */
  refuse(because: unknown): void {
    this.refused = { because };
  }

  /** Sends a statement. @throws if the commit was sent, or if the transaction failed to begin or is rolling back */
  async ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    if (this.refused) throw this.refused.because;
    if (this.committed) throw new Error("A statement was sent after its transaction's commit.");
    return this.tracking(this.pipeline.send(statement, values));
  }

  /** Records on whose behalf it writes, without waiting. If that fails, the transaction cannot commit. */
  causedBy(cause: Cause): void {
    this.setLocally(settingsOf(cause)).catch(() => undefined);
  }

  /** Switches to the scope of these accounts until the transaction ends. For work that begins before its account exists. */
  async enter(accounts: readonly number[]): Promise<void> {
    this.accounts = accounts;
    await this.setLocally({ "roost.accounts": `{${accounts.join(",")}}` });
  }

  /** Uses generic plans from here on. No effect on a cluster, where a plan must see the account. */
  async planOnce(): Promise<void> {
    this.plansOnce = true;
    await this.planBy("force_generic_plan");
  }

  /**
   * Uses generic plans for the statements that `send` sends at once. Others must not have them: a list would read the whole account.
   * @returns what `send` returns
   */
  async plannedOnce<T>(send: () => Promise<T>): Promise<T> {
    if (this.plansOnce) return send();
    const [, answer] = await Promise.all([this.planBy("force_generic_plan"), send(), this.planBy("auto")]);
    return answer;
  }

  private async planBy(mode: "auto" | "force_generic_plan"): Promise<void> {
    if (!this.distributed) await this.run("select set_config('plan_cache_mode', $1, true)", [mode]);
  }

  /**
   * Checks that no night is sold twice at the transaction's end instead of at each statement.
   * @returns false on a cluster, which checks each statement
   */
  async deferNights(): Promise<boolean> {
    if (!this.distributed) await this.run("set constraints no_night_is_sold_twice deferred");
    return !this.distributed;
  }

  /** Checks the deferred nights now, and each statement from here on. */
  async checkNights(): Promise<void> {
    await this.run("set constraints no_night_is_sold_twice immediate");
  }

  /** Closes nights that the transaction has freed and an imported event closes, now rather than with the commit (0109_close_freed_nights.sql). */
  async closeFreedNights(): Promise<void> {
    await Promise.all([
      this.run("set constraints freed_nights_closed immediate"),
      this.run("set constraints freed_nights_closed deferred"),
    ]);
  }

  /** Sets values that policies and triggers read, until the transaction ends. */
  async setLocally(settings: LocalSettings): Promise<void> {
    await Promise.all(this.set(settings).map(({ values, ...setting }) => this.ask(setting, values)));
  }

  /** Sends a statement. A cluster plans it each time, with its values, because the plan must name the account's worker. */
  private answer(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return this.ask(this.distributed ? { text: statement.onCluster ?? statement.text } : statement, values);
  }

  /** Rows as objects with Roost's value types (see `ownTypes`). `Row` states the selected columns; a test checks it. */
  async rows<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    origin?: TextOrigin,
  ): Promise<Row[]> {
    return rowsOf<Row>(await this.answer(statementOf(text, origin), values), ownTypes);
  }

  /** The first row, or undefined. */
  async row<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    origin?: TextOrigin,
  ): Promise<Row | undefined> {
    return (await this.rows<Row>(text, values, origin))[0];
  }

  /** Runs a writing statement and returns the number of affected rows. */
  async run(text: string, values: readonly unknown[] = [], origin?: TextOrigin): Promise<number> {
    return (await this.answer(statementOf(text, origin), values)).count;
  }

  /** Rows as raw text. */
  async read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return (await this.answer(statement, values)).rows;
  }

  /**
   * A statement's rows as one text, to be read with `packedRows` or `PackedReader`. With ten thousand rows, the driver would
   * block for too long to parse them at once. For numbers, dates, booleans and plain words.
   */
  async packed(text: string, values: readonly unknown[]): Promise<string> {
    // A cluster sorts rows of several workers only at the top level of a statement.
    if (this.distributed && this.accounts.length > 1) return packedText(await this.read({ text }, values));
    const [row] = await this.read({ text: `select string_agg(packed::text, ';') from (${text}) as packed` }, values);
    return row?.[0] ?? "";
  }
}

const statementOf = (text: string, origin: TextOrigin = "written"): Statement =>
  origin === "composed" ? composed(text) : constant(text);

/** Formats rows of plain words as PostgreSQL would. */
function packedText(rows: readonly RawRow[]): string {
  if (rows.some((row) => row.some((value) => value !== null && !/^[^\s"\\(),]+$/.test(value))))
    throw new Error("A packed row may hold only numbers and plain words.");
  return rows.map((row) => `(${row.map((value) => value ?? "").join(",")})`).join(";");
}

/** Yields the rows of a packed text lazily: one text per column, empty for null. */
export function* packedRows(packed: string): Generator<string[]> {
  if (packed.includes('"')) throw new Error("A packed row may hold only numbers and plain words.");
  for (let from = 0; from < packed.length; ) {
    const end = packed.indexOf(";", from);
    const to = end < 0 ? packed.length : end;
    yield packed.slice(from + 1, to - 1).split(",");
    from = to + 1;
  }
}
