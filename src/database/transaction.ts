import type pg from "pg";
import { type RawRow, readRaw, type Statement } from "./raw-query.ts";
import { ownTypes } from "./wire-types.ts";

export type { RawRow, Statement };

/** A transaction that is under way. */
export class Transaction {
  private readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** Goes on in the scope of these accounts until the transaction ends; for what begins before there is an account. */
  async enter(accounts: readonly number[]): Promise<void> {
    await this.client.query("select set_config('roost.accounts', $1, true)", [`{${accounts.join(",")}}`]);
  }

  /** Rows as objects in Roost's own values (see `ownTypes`). `Row` states what the statement selects; a test holds it to that. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.client.query<Row>({ ...cached(text), values: [...values], types: ownTypes });
    return result.rows;
  }

  /** The first row, or undefined. */
  async row<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, values))[0];
  }

  /** Runs a writing statement; answers how many rows it touched. */
  async run(text: string, values: readonly unknown[] = []): Promise<number> {
    const result = await this.client.query({ ...cached(text), values: [...values] });
    return result.rowCount ?? 0;
  }

  /** Rows of raw text, as the row writers take them. */
  read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    return readRaw(this.client, statement, values);
  }

  /**
   * The rows of a statement as one text, to be read piece by piece with `packedRows`: the driver makes objects of all rows that have
   * arrived at once, and of ten thousand of them that takes too long at a stretch. For numbers, dates, truth values and plain words.
   */
  async packed(text: string, values: readonly unknown[]): Promise<string> {
    const [row] = await this.read({ text: `select string_agg(packed::text, ';') from (${text}) as packed` }, values);
    return row?.[0] ?? "";
  }
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

/**
 * Names of the operations' statements, under which each connection prepares them once. Bounded, because clients decide which columns an
 * insert or an update names: a text that comes when all names are given away is planned anew each time.
 */
const names = new Map<string, string>();
const mostNames = 200;

function cached(text: string): Statement {
  let name = names.get(text);
  if (name === undefined && names.size < mostNames) {
    name = `operation ${names.size + 1}`;
    names.set(text, name);
  }
  return name === undefined ? { text } : { name, text };
}
