import { type Seen, versionOf } from "../conflict/version.ts";

/** Reads and writes the records of one kind. */
export interface RecordWriting<R, D, Id> {
  read(id: Id): Promise<Seen<R>>;
  create(draft: D): Promise<unknown>;
  /** Writes on condition that the record is still the seen one (`If-Match`). */
  change(seen: Seen<R>, draft: D): Promise<unknown>;
}

/** The record of an answer with one record, with its version. */
export function versioned<R extends object>(record: R | undefined, response: Response): Seen<R> {
  if (!record) throw new TypeError("The record is gone.");
  return { ...record, etag: versionOf(response) };
}
