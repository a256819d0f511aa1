import pg from "pg";
import { type Answer, answerOf, type Column, type RawRow } from "./answer.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import type { Statement } from "./statement.ts";
import { told } from "./statement-channel.ts";

const pipelines = new WeakMap<pg.ClientBase, Pipeline>();

/** The pipeline of a connection. */
export function pipelineOf(client: pg.ClientBase): Pipeline {
  const known = pipelines.get(client) ?? new Pipeline(client);
  pipelines.set(client, known);
  return known;
}

/** Sends the statements of one connection, each at once: the driver does not wait for the answer of the one before. */
export class Pipeline {
  private readonly client: pg.ClientBase;
  private readonly prepared: PreparedStatements;

  constructor(client: pg.ClientBase) {
    this.client = client;
    this.prepared = new PreparedStatements(client);
  }

  /** Statements are done in the order in which they come here. @throws what PostgreSQL answers instead */
  async send(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    try {
      return await told(statement, () => this.ask(statement, values));
    } catch (error) {
      // The driver made it where it reads the socket: whoever asked is to stand in the log.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const query = new RawQuery(statement, values, (error) => {
        this.prepared.noteRun(statement);
        if (error) return reject(error);
        return resolve(query.answer);
      });
      this.client.query(query);
    });
  }
}

/** What the driver hands the messages of a statement to; of those that it knows, this one takes rows as they are. */
class RawQuery extends pg.Query {
  private columns: readonly Column[] = [];
  private readonly received: RawRow[] = [];
  private tag = "";

  constructor({ text, name }: Statement, values: readonly unknown[], ended: (error: Error | undefined) => void) {
    super(name === undefined ? { text, values: [...values] } : { text, name, values: [...values] }, ended);
  }

  get answer(): Answer {
    return answerOf(this.columns, this.received, this.tag);
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  }

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    this.received.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.tag = text;
  }
}
