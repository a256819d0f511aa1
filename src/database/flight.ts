import pg from "pg";
import { type Answer, answerOf, type Column, type RawRow } from "./answer.ts";

/** A value in the form in which it is sent. */
export type Parameter = string | Buffer | null;

/** A statement that the connection has prepared. */
export interface PreparedStatement {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** A statement of a flight, and what has come of it so far. */
interface Sent {
  readonly statement: PreparedStatement;
  readonly parameters: Parameter[];
  readonly rows: RawRow[];
  tag: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Prepared statements that go to PostgreSQL together, with one request for their answers (`Sync`): it sends those in one piece, describes
 * no columns again, and skips whatever comes behind a statement that fails (docs/decisions/0054-one-flight.md).
 */
export class Flight extends pg.Query {
  private readonly sent: Sent[] = [];
  /** Statements that are answered. */
  private done = 0;

  constructor() {
    super("");
  }

  /** Adds a statement before the flight departs. @throws what the statement failed with, or one before it */
  add(statement: PreparedStatement, parameters: Parameter[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.sent.push({ statement, parameters, rows: [], tag: "", resolve, reject });
    });
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    for (const { statement, parameters } of this.sent) {
      connection.bind({ statement: statement.name, values: parameters }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  };

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    this.sent[this.done]?.rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const statement = this.sent[this.done++];
    if (statement) statement.tag = text;
  }

  /** One that fails with the end of the flight itself has answered before, and is the last. */
  handleError(error: unknown): void {
    this.settle(Math.min(this.done, this.sent.length - 1), error);
  }

  handleReadyForQuery(): void {
    this.settle(this.sent.length, undefined);
  }

  private settle(succeeded: number, error: unknown): void {
    for (const [place, { statement, rows, tag, resolve, reject }] of this.sent.entries()) {
      if (place < succeeded) resolve(answerOf(statement.columns, rows, tag));
      else reject(error);
    }
  }
}
