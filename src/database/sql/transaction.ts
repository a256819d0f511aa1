import type pg from "pg";
import { type Answer, type RawRow, rowsOf } from "./answer.ts";
import { type Cause, settingsOf } from "./cause.ts";
import { isAborted } from "./errors.ts";
import { byCommand, byFunction, type LocalSettings } from "./local-settings.ts";
import { type Pipeline, pipelineOf } from "./pipeline.ts";
import { routed } from "./routed.ts";
import { composed, constant, type Statement } from "./statement.ts";
import { ownTypes } from "./wire-types.ts";

export type { RawRow, Statement };

/** Named, because such statements go together with others. */
const commit: Statement = { name: "commit", text: "commit" };

/** Whether a statement's text is the code's own, or a request composes it: the columns of an update, for instance. */
export type TextOrigin = "written" | "composed";

/** A transaction that is under way. */
export class Transaction {
  private readonly pipeline: Pipeline;
  private readonly set: typeof byFunction;
  private readonly distributed: boolean;
  private accounts: readonly number[] = [];
  private committed: Promise<void> | undefined;
  /** Statements without an answer so far. */
  private readonly asked = new Set<Promise<unknown>>();
  private failure: unknown;
  private refused: { readonly because: unknown } | undefined;

  /** @param distributed whether its rows lie on a cluster's workers, which must hear of its settings */
  constructor(client: pg.PoolClient, distributed = false) {
    this.distributed = distributed;
    this.pipeline = pipelineOf(client);
    this.set = distributed ? byCommand : byFunction;
  }

  /**
   * Commits behind the statements that were sent so far, without waiting for their answers: when one of them fails, nothing is committed.
   * Whoever began the transaction commits it when its work is done.
   * @throws when it was rolled back
   */
  commit(): Promise<void> {
    if (!this.committed) {
      this.committed = this.sendCommit();
      this.committed.catch(() => {});
    }
    return this.committed;
  }

  /**
   * Why a transaction failed. Statements that were sent together fail together, and all but the first only because that one has; whoever waits
   * for several may hear of another one first.
   */
  async causeOf(error: unknown): Promise<unknown> {
    if (!isAborted(error)) return error;
    await Promise.allSettled(this.asked);
    return this.failure ?? error;
  }

  private async noting<T>(answer: Promise<T>): Promise<T> {
    this.asked.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (!isAborted(error)) this.failure ??= error;
      throw error;
    } finally {
      this.asked.delete(answer);
    }
  }

  private async sendCommit(): Promise<void> {
    if (this.refused) throw this.refused.because;
    const { command } = await this.noting(this.pipeline.send(commit, []));
    if (command === "COMMIT") return;
    // PostgreSQL answers so, without an error, when a statement had failed and the work went on all the same.
    await Promise.allSettled(this.asked);
    throw this.failure ?? new Error(`A transaction was to be committed and ended with ${command}.`);
  }

  /** It has not begun, or is about to be rolled back: whatever is sent from now on would stand alone, and be committed by itself. */
  refuse(because: unknown): void {
    this.refused = { because };
  }

  /** Sends a statement, as long as it belongs to the transaction. @throws when the commit was sent, or it has not begun, or was given up */
  async ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    if (this.refused) throw this.refused.because;
    if (this.committed) throw new Error("A statement came behind the commit of its transaction.");
    return this.noting(this.pipeline.send(statement, values));
  }

  /** Notes on whose behalf it writes, without waiting: when that fails, nothing is committed. */
  causedBy(cause: Cause): void {
    this.setLocally(settingsOf(cause)).catch(() => undefined);
  }

  /** Goes on in the scope of these accounts until the transaction ends; for what begins before there is an account. */
  async enter(accounts: readonly number[]): Promise<void> {
    this.accounts = accounts;
    await this.setLocally({ "roost.accounts": `{${accounts.join(",")}}` });
  }

  /** Plans each statement once from here on, for whatever values. On a cluster a plan must see whose rows it is about: nothing changes there. */
  async planOnce(): Promise<void> {
    if (!this.distributed) await this.run("select set_config('plan_cache_mode', 'force_generic_plan', true)");
  }

  /** Tells policies and triggers something, until the transaction ends. */
  async setLocally(settings: LocalSettings): Promise<void> {
    await Promise.all(this.set(settings).map(({ values, ...setting }) => this.ask(setting, values)));
  }

  /** Sends a statement in the form that the database needs. */
  private answer(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    if (!this.distributed) return this.ask(statement, values);
    const sent = routed({ text: statement.text, values }, this.accounts);
    return this.ask({ text: sent.text }, sent.values);
  }

  /** Rows as objects in Roost's own values (see `ownTypes`). `Row` states what the statement selects; a test holds it to that. */
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

  /** Runs a writing statement; answers how many rows it touched. */
  async run(text: string, values: readonly unknown[] = [], origin?: TextOrigin): Promise<number> {
    return (await this.answer(statementOf(text, origin), values)).count;
  }

  /** Rows of raw text, as the row writers take them. */
  async read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return (await this.answer(statement, values)).rows;
  }

  /**
   * The rows of a statement as one text, to be read piece by piece with `packedRows`: the driver makes objects of all rows that have
   * arrived at once, and of ten thousand of them that takes too long at a stretch. For numbers, dates, truth values and plain words.
   */
  async packed(text: string, values: readonly unknown[]): Promise<string> {
    // A cluster puts what comes from several workers in order, but not within another statement.
    if (this.distributed && this.accounts.length > 1) return packedText(await this.read({ text }, values));
    const [row] = await this.read({ text: `select string_agg(packed::text, ';') from (${text}) as packed` }, values);
    return row?.[0] ?? "";
  }
}

const statementOf = (text: string, origin: TextOrigin = "written"): Statement =>
  origin === "composed" ? composed(text) : constant(text);

/** Rows of plain words as PostgreSQL writes them. */
function packedText(rows: readonly RawRow[]): string {
  if (rows.some((row) => row.some((value) => value !== null && !/^[^\s"\\(),]+$/.test(value))))
    throw new Error("A row was packed that holds more than numbers and plain words.");
  return rows.map((row) => `(${row.map((value) => value ?? "").join(",")})`).join(";");
}

/** The rows of a packed text, each read when it is asked for: one text a column, empty for null. */
export function* packedRows(packed: string): Generator<string[]> {
  if (packed.includes('"')) throw new Error("A row was packed that holds more than numbers and plain words.");
  for (let from = 0; from < packed.length; ) {
    const end = packed.indexOf(";", from);
    const to = end < 0 ? packed.length : end;
    yield packed.slice(from + 1, to - 1).split(",");
    from = to + 1;
  }
}
