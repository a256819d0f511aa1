import type pg from "pg";

/** A row as PostgreSQL sent it: one text or null per column. */
export type RawRow = readonly (string | null)[];

/** A result column. */
export interface Column {
  readonly name: string;
  /** The type's object id. */
  readonly dataTypeID: number;
}

/** PostgreSQL's result for one statement. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly rows: RawRow[];
  /** The completed command: `SELECT`, `COMMIT`. */
  readonly command: string;
  /** The number of returned or affected rows. */
  readonly count: number;
}

/** @param tag the command tag: the command and its row count, such as `INSERT 0 1` */
export function answerOf(columns: readonly Column[], rows: RawRow[], tag: string): Answer {
  const [command = ""] = tag.split(" ");
  return { columns, rows, command, count: Number(/\d+$/.exec(tag)?.[0] ?? 0) };
}

/** Converts an answer's rows to objects, with values parsed by `types`. `Row` states the columns that the statement selects. */
export function rowsOf<Row extends pg.QueryResultRow>({ columns, rows }: Answer, types: pg.CustomTypesConfig): Row[] {
  const names = columns.map(({ name }) => name);
  const parsers = columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text"));
  // Copies of one object share one hidden class, whichever columns are null.
  const empty: Row = Object.create(Object.prototype);
  const emptyCells: Record<string, unknown> = empty;
  for (const name of names) emptyCells[name] = null;
  return rows.map((values) => {
    const row = { ...empty };
    const cells: Record<string, unknown> = row;
    for (let index = 0; index < names.length; index++) {
      const value = values[index];
      if (typeof value === "string") cells[names[index] ?? ""] = parsers[index]?.(value);
    }
    return row;
  });
}
