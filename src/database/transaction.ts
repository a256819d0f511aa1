import type pg from "pg";
import { ownTypes, rawTypes } from "./wire-types.ts";

/** A row as PostgreSQL sent it: one text or null a column. */
export type RawRow = readonly (string | null)[];

/** An SQL text; with a name it is prepared once a connection and planned once. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
}

/** A transaction that is under way. */
export class Transaction {
  private readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** Rows as objects in Roost's own values (see `ownTypes`). `Row` states what the statement selects. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.client.query<Row>({ text, values: [...values], types: ownTypes });
    return result.rows;
  }

  /** The first row, or undefined. */
  async row<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, values))[0];
  }

  /** Runs a writing statement; answers how many rows it touched. */
  async run(text: string, values: readonly unknown[] = []): Promise<number> {
    const result = await this.client.query({ text, values: [...values] });
    return result.rowCount ?? 0;
  }

  /** Rows of raw text, as the row writers take them. */
  async read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    const result = await this.client.query<(string | null)[]>({
      ...statement,
      values: [...values],
      rowMode: "array",
      types: rawTypes,
    });
    return result.rows;
  }
}
