import pg from "pg";
import { type Answer, answerOf, type Column, type RawRow } from "./answer.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import type { Statement } from "./statement.ts";
import { traced } from "./statement-channel.ts";

const pipelines = new WeakMap<pg.ClientBase, Pipeline>();

/** The connection's pipeline. */
export function pipelineOf(client: pg.ClientBase): Pipeline {
  const pipeline = pipelines.get(client) ?? new Pipeline(client);
  pipelines.set(client, pipeline);
  return pipeline;
}

/** Sends one connection's statements without waiting for earlier answers. */
export class Pipeline {
  private readonly client: pg.ClientBase;
  private readonly prepared: PreparedStatements;

  constructor(client: pg.ClientBase) {
    this.client = client;
    this.prepared = new PreparedStatements(client);
  }

  /** PostgreSQL runs statements in the order of the calls. @throws PostgreSQL's or the driver's error */
  async send(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    try {
      return await traced(statement, () => this.run(statement, values));
    } catch (error) {
      // The driver creates errors in its socket reader. The log needs the caller's stack instead.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private run(statement: Statement, values: readonly unknown[]): Promise<Answer> {
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

/** A driver query that keeps its rows as raw text. */
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
