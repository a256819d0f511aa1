/** A page of a list, and the total number of records. */
interface ListPage<Row> {
  readonly found: readonly Row[];
  readonly total: number;
}

export interface NewestFirst<Row> extends ListPage<Row> {
  /** The page after which older ones follow; 1 when there are none. */
  readonly page: number;
}

/**
 * Reads an ascending list from its end, newest first, so that new records do not shift earlier pages.
 * @param page 0 for the newest page, merged with the one before if the last is not full
 */
export async function newestFirst<Row>(
  read: (page: number) => Promise<ListPage<Row>>,
  perPage: number,
  page: number,
): Promise<NewestFirst<Row>> {
  const first = await read(page || 1);
  const last = page || Math.max(1, Math.ceil(first.total / perPage));
  if (page > 0 || last === 1) return { ...first, found: first.found.toReversed(), page: last };
  const newest = await read(last);
  if (newest.found.length >= perPage) return { ...newest, found: newest.found.toReversed(), page: last };
  const before = await read(last - 1);
  return { ...newest, found: [...before.found, ...newest.found].toReversed(), page: last - 1 };
}
