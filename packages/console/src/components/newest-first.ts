/** A page of a list that the API keeps in ascending order, turned round. */
export interface Backwards<R> {
  readonly records: readonly R[];
  /** The page that they begin on: those before it are older. */
  readonly page: number;
}

interface Page<R> {
  readonly records: readonly R[];
  /** How many pages there are. */
  readonly pages: number;
}

/**
 * Reads an ascending list from its end, so that the newest come first (conventions.md, Pages).
 * @param page the one that is wanted; without one the last two, since the very last may hold a single record
 */
export async function newestFirst<R>(read: (page: number) => Promise<Page<R>>, page?: number): Promise<Backwards<R>> {
  if (page !== undefined) return { records: (await read(page)).records.toReversed(), page };
  const first = await read(1);
  if (first.pages <= 1) return { records: first.records.toReversed(), page: 1 };
  const last = await read(first.pages);
  const before = first.pages === 2 ? first : await read(first.pages - 1);
  return { records: [...before.records, ...last.records].toReversed(), page: first.pages - 1 };
}

/** The page before one, for an infinite query; none before the first. */
export const pageBefore = ({ page }: Backwards<unknown>): number | undefined => (page > 1 ? page - 1 : undefined);
