import type pg from "pg";

/** A column of a statement's result, as PostgreSQL describes it. */
export interface DescribedColumn {
  readonly name: string;
  /** The type's OID. */
  readonly type: number;
  /** The table's OID and the column's number; 0 for an expression. */
  readonly table: number;
  readonly column: number;
}

/** Prepares a statement without executing it. @throws PostgreSQL's error @returns its columns; none if it returns no rows */
export function describe(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  return new Promise((resolve, reject) => client.query(new Description(text, resolve, reject)));
}

/** A protocol message that the driver sends only together with values. */
class Description implements pg.Submittable {
  private readonly text: string;
  private readonly resolve: (columns: DescribedColumn[]) => void;
  private readonly reject: (error: Error) => void;
  private columns: DescribedColumn[] = [];
  private failed = false;

  constructor(text: string, resolve: (columns: DescribedColumn[]) => void, reject: (error: Error) => void) {
    this.text = text;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: "", text: this.text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: tableID,
      column: columnID,
    }));
  }

  handleError(error: Error): void {
    this.failed = true;
    this.reject(error);
  }

  handleReadyForQuery(): void {
    if (!this.failed) this.resolve(this.columns);
  }
}
