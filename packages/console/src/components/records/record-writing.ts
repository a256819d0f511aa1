/** A record with the version that a change must still find. */
export type Versioned<R> = R & { readonly etag?: string | undefined };

/** Reads and writes the records of one kind. */
export interface RecordWriting<R, D, Id> {
  read(id: Id): Promise<Versioned<R>>;
  create(draft: D): Promise<unknown>;
  /** Writes on condition that the record is still the seen one (`If-Match`). */
  change(seen: Versioned<R>, draft: D): Promise<unknown>;
}

/** The header that makes a write depend on the version that a read returned. */
export const ifMatch = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { "If-Match": etag };

/** The record of an answer with one record, with its version. */
export function versioned<R extends object>(record: R | undefined, response: Response): Versioned<R> {
  if (!record) throw new TypeError("The record is gone.");
  return { ...record, etag: response.headers.get("etag") ?? undefined };
}
