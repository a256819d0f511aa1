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
  /** How many of them are answered. */
  private answered = 0;

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
    this.sent[this.answered]?.rows.push(fields);
  }

  /** Long answers arrive before the flight has ended; the last one may still fail with its end. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const current = this.sent[this.answered];
    if (current) current.tag = text;
    if (this.answered < this.sent.length - 1) this.answer();
  }

  handleReadyForQuery(): void {
    this.answer();
  }

  handleError(error: unknown): void {
    for (const { reject } of this.sent.slice(this.answered)) reject(error);
  }

  private answer(): void {
    const current = this.sent[this.answered++];
    if (current) current.resolve(answerOf(current.statement.columns, current.rows, current.tag));
  }
}
