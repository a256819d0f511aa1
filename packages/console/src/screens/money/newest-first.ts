/** A page of a list, and how many records the list has in all. */
interface Read<Row> {
  readonly found: readonly Row[];
  readonly inAll: number;
}

export interface NewestFirst<Row> extends Read<Row> {
  /** The page before which older ones come; 1 when there are none. */
  readonly page: number;
}

/**
 * Some of a list, the newest first. Lists begin with the oldest, so that it is read from its end; a record that is added moves no page.
 * @param page of the list; 0 for the newest, with the page before where the last one is not full
 */
export async function newestFirst<Row>(
  read: (page: number) => Promise<Read<Row>>,
  perPage: number,
  page: number,
): Promise<NewestFirst<Row>> {
  const first = await read(page || 1);
  const last = page || Math.max(1, Math.ceil(first.inAll / perPage));
  if (page > 0 || last === 1) return { ...first, found: first.found.toReversed(), page: last };
  const newest = await read(last);
  if (newest.found.length >= perPage) return { ...newest, found: newest.found.toReversed(), page: last };
  const before = await read(last - 1);
  return { ...newest, found: [...before.found, ...newest.found].toReversed(), page: last - 1 };
}
