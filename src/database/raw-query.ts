import pg from "pg";
import type { Statement } from "./statement.ts";
import { told } from "./statement-channel.ts";

export type { Statement };

/** A row as PostgreSQL sent it: one text or null a column. */
export type RawRow = readonly (string | null)[];

/** The statements that each connection has prepared, by name. */
const prepared = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * Runs a statement and answers its rows as they came. From its second use on a connection, PostgreSQL does not describe the columns again:
 * for one wide row that is more text than the row itself (docs/decisions/0049-cost-of-a-request.md).
 */
export async function readRaw(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<RawRow[]> {
  try {
    return await told(statement, () => send(client, statement, values));
  } catch (error) {
    // The driver made it where it reads the socket: whoever asked is to stand in the log.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

function send(client: pg.ClientBase, statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
  const { name } = statement;
  const known = name === undefined ? undefined : statementsOf(client);
  const parameters = name !== undefined && known?.has(name) ? parametersOf(values) : undefined;
  return new Promise((resolve, reject) => {
    const query = new RawQuery(parameters ? statement.text : { ...statement, values: [...values] }, (error) => {
      if (error) return reject(error);
      if (name !== undefined) known?.add(name);
      return resolve(query.received);
    });
    if (parameters) query.submit = (connection) => runPrepared(connection, name, parameters);
    client.query(query);
  });
}

/** What the driver hands the messages of a statement to; of those that it knows, this one takes rows as they are. */
class RawQuery extends pg.Query {
  readonly received: RawRow[] = [];

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    this.received.push(fields);
  }
}

/** Sends what runs a prepared statement, in one piece. */
function runPrepared(connection: pg.Connection, statement: string | undefined, values: Parameter[]): void {
  connection.stream.cork();
  connection.bind({ statement, values }, true);
  connection.execute(null, true);
  connection.sync();
  connection.stream.uncork();
}

type Parameter = string | Buffer | null;

/** The values in the form in which they are sent; undefined when one needs the driver's own conversion. */
function parametersOf(values: readonly unknown[]): Parameter[] | undefined {
  const parameters: Parameter[] = [];
  for (const value of values) {
    if (typeof value === "string" || value === null || value instanceof Buffer) parameters.push(value);
    else if (typeof value === "number" || typeof value === "boolean") parameters.push(String(value));
    else return undefined;
  }
  return parameters;
}

function statementsOf(client: pg.ClientBase): Set<string> {
  const known = prepared.get(client) ?? new Set();
  prepared.set(client, known);
  return known;
}
