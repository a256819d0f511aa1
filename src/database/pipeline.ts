import pg from "pg";
import { type Answer, answerOf, type Column, type RawRow } from "./answer.ts";
import { Flight, type Parameter } from "./flight.ts";
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

/**
 * Sends the statements of one connection, which belong together: what it has prepared already waits for the end of this turn of the event
 * loop, and goes in one flight. A statement goes by itself where the connection prepares it first, or the driver converts its values.
 */
export class Pipeline {
  private readonly client: pg.ClientBase;
  private readonly prepared: PreparedStatements;
  private flight: Flight | undefined;

  constructor(client: pg.ClientBase) {
    this.client = client;
    this.prepared = new PreparedStatements(client);
  }

  /** Statements are done in the order in which they come here. @throws what PostgreSQL answers instead, of it or of one before it in a flight */
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
    const { text, name } = statement;
    const columns = this.prepared.columnsOf(statement);
    const parameters = columns && parametersOf(values);
    if (name !== undefined && columns && parameters) return this.flightOfTurn().add({ name, columns }, parameters);
    this.depart();
    return new Promise((resolve, reject) => {
      const query = new FirstRun(name === undefined ? { text } : { text, name }, values, (error) => {
        this.drop(this.prepared.noteRun(statement, error ? undefined : query.columns));
        if (error) return reject(error);
        return resolve(query.answer);
      });
      this.client.query(query);
    });
  }

  /** Sends the request that drops a prepared statement, behind all runs of it. */
  private drop(request: pg.Query | undefined): void {
    if (!request) return;
    this.depart();
    this.client.query(request);
  }

  private flightOfTurn(): Flight {
    if (!this.flight) {
      this.flight = new Flight();
      process.nextTick(() => this.depart());
    }
    return this.flight;
  }

  /** Sends now what waits: something comes behind it that takes another way. */
  private depart(): void {
    const { flight } = this;
    this.flight = undefined;
    if (flight) this.client.query(flight);
  }
}

/** What the driver hands the messages of a statement to; of those that it knows, this one takes rows as they are. */
class FirstRun extends pg.Query {
  columns: readonly Column[] = [];
  private readonly received: RawRow[] = [];
  private tag = "";

  constructor(statement: pg.QueryConfig, values: readonly unknown[], ended: (error: Error | undefined) => void) {
    super({ ...statement, values: [...values] }, ended);
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

/** The values in the form in which they are sent; undefined when one needs the driver's own conversion. */
function parametersOf(values: readonly unknown[]): Parameter[] | undefined {
  const parameters: Parameter[] = [];
  for (const value of values) {
    if (value === undefined || value === null) parameters.push(null);
    else if (typeof value === "string" || value instanceof Buffer) parameters.push(value);
    else if (typeof value === "number" || typeof value === "boolean") parameters.push(String(value));
    else return undefined;
  }
  return parameters;
}
