import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import { readRecordsById } from "../../../../kernel/read/read.ts";
import type { ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import type { ExportKind } from "../export-kinds.ts";

/** Records read at a time. */
export const batchSize = 500;

/** A line of a file: values by an import's column. */
export type Line = Readonly<Record<string, unknown>>;

/** A file beside the lines. */
export interface LineDocument {
  readonly name: string;
  readonly data: Buffer;
}

/** Some records' lines and files. */
export interface Batch {
  readonly records: number;
  readonly lines: readonly Line[];
  readonly documents?: readonly LineDocument[];
}

/** A kind's lines, read in batches so that memory stays flat. */
export interface LineSource {
  readonly kind: ExportKind;
  readonly columns: readonly string[];
  readonly records: number;
  readonly batches: AsyncIterable<Batch>;
}

/** An export's view of the account: one snapshot. */
export interface ExportScope {
  readonly snapshot: ReadScope<Transaction>;
  readonly account: number;
  /** The locales of the account's texts. */
  readonly locales: readonly string[];
  /** An epoch day. */
  readonly today: number;
}

/** Reads rows in the order of their ids. @param page reads the rows after an id, `size` at most */
export async function* pages<Row extends { readonly id: number }>(
  page: (after: number) => Promise<readonly Row[]>,
  size = batchSize,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await page(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}

/** Records as the API shows them, by id, limited to some attributes. */
export async function recordsById(
  { snapshot }: ExportScope,
  resource: Resource,
  ids: readonly RecordId[],
  attributes: Iterable<string>,
): Promise<Map<string, Line>> {
  const fields = new Set(["id", ...attributes]);
  const texts = await readRecordsById(snapshot, resource, ids, { fields, includes: {} });
  return new Map(
    [...texts].map(([id, text]) => {
      const record: unknown = JSON.parse(text);
      if (!isObject(record)) throw new Error(`The record ${id} of ${resource.name} is not an object.`);
      return [id, record];
    }),
  );
}
