/** A page of an ascending list, reversed. */
export interface ReversedPage<R> {
  readonly records: readonly R[];
  /** The number of the oldest page in it. Earlier pages are older. */
  readonly page: number;
}

interface Page<R> {
  readonly records: readonly R[];
  /** The number of pages. */
  readonly pages: number;
}

/**
 * Reads an ascending list from its end, newest first (conventions.md, Pages).
 * @param page the page to read; by default the last two, because the last may hold a single record
 */
export async function newestFirst<R>(
  read: (page: number) => Promise<Page<R>>,
  page?: number,
): Promise<ReversedPage<R>> {
  if (page !== undefined) return { records: (await read(page)).records.toReversed(), page };
  const first = await read(1);
  if (first.pages <= 1) return { records: first.records.toReversed(), page: 1 };
  const last = await read(first.pages);
  const before = first.pages === 2 ? first : await read(first.pages - 1);
  return { records: [...before.records, ...last.records].toReversed(), page: first.pages - 1 };
}

/** The page before this one, for an infinite query; undefined for the first. */
export const pageBefore = ({ page }: ReversedPage<unknown>): number | undefined => (page > 1 ? page - 1 : undefined);
