import type pg from "pg";

/** A row as PostgreSQL sent it: one text or null a column. */
export type RawRow = readonly (string | null)[];

/** A column of an answer. */
export interface Column {
  readonly name: string;
  /** The object id of its type. */
  readonly dataTypeID: number;
}

/** What PostgreSQL answers a statement. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly rows: RawRow[];
  /** What was done: `SELECT`, `COMMIT`. */
  readonly command: string;
  /** How many rows were answered or touched. */
  readonly count: number;
}

/** @param tag the end of an answer: what was done and to how many rows, such as `INSERT 0 1` */
export function answerOf(columns: readonly Column[], rows: RawRow[], tag: string): Answer {
  const [command = ""] = tag.split(" ");
  return { columns, rows, command, count: Number(/\d+$/.exec(tag)?.[0] ?? 0) };
}

/** The rows of an answer as objects, with their values as `types` reads them. `Row` states what the statement selects. */
export function rowsOf<Row extends pg.QueryResultRow>({ columns, rows }: Answer, types: pg.CustomTypesConfig): Row[] {
  const names = columns.map(({ name }) => name);
  const parsers = columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text"));
  // Copies of one object have one shape, whatever a row is filled with.
  const empty: Row = Object.create(Object.prototype);
  const ofEmpty: Record<string, unknown> = empty;
  for (const name of names) ofEmpty[name] = null;
  return rows.map((values) => {
    const row = { ...empty };
    const cells: Record<string, unknown> = row;
    for (let place = 0; place < names.length; place++) {
      const value = values[place];
      if (typeof value === "string") cells[names[place] ?? ""] = parsers[place]?.(value);
    }
    return row;
  });
}
