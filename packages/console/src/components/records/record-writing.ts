import type { SetDraft } from "../conflict/use-conditional-form.ts";
import { type Seen, versionOf } from "../conflict/version.ts";

/** Creates the records of one kind. */
export interface RecordCreation<D> {
  /** @param setDraft takes a record that was created first into the draft, so that a retry does not create it again */
  create(draft: D, setDraft: SetDraft<D>): Promise<unknown>;
}

/** Reads and writes the records of one kind. */
export interface RecordWriting<R, D, Id> extends RecordCreation<D> {
  read(id: Id): Promise<Seen<R>>;
  /** Writes on condition that the record is still the seen one (`If-Match`). */
  change(seen: Seen<R>, draft: D): Promise<unknown>;
}

/** The record of an answer with one record, with its version. */
export function versioned<R extends object>(record: R | undefined, response: Response): Seen<R> {
  if (!record) throw new TypeError("The record is gone.");
  return { ...record, etag: versionOf(response) };
}
