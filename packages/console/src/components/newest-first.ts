/** A page of an ascending list. */
interface Page<R> {
  readonly records: readonly R[];
  /** The number of pages. */
  readonly pages: number;
  /** The number of records on all pages. */
  readonly total: number;
}

/** A page of an ascending list, reversed. */
export interface ReversedPage<R> extends Omit<Page<R>, "pages"> {
  /** The number of the oldest page in it. Earlier pages are older. */
  readonly page: number;
}

/** A page as the API counts it. */
export function pageOf<R>(records: readonly R[], meta: Readonly<Record<string, unknown>>): Page<R> {
  return { records, pages: Number(meta["X-Total-Pages"]), total: Number(meta["X-Total-Count"]) };
}

/**
 * Reads an ascending list from its end, newest first, so that new records do not shift earlier pages (conventions.md, Pages).
 * @param page the page to read; by default the last two, because the last may hold a single record
 */
export async function newestFirst<R>(
  read: (page: number) => Promise<Page<R>>,
  page?: number,
): Promise<ReversedPage<R>> {
  const first = await read(page ?? 1);
  const { total, pages } = first;
  if (page !== undefined || pages <= 1) return { records: first.records.toReversed(), total, page: page ?? 1 };
  const last = await read(pages);
  const before = pages === 2 ? first : await read(pages - 1);
  return { records: [...before.records, ...last.records].toReversed(), total, page: pages - 1 };
}

/** The newest page of an infinite query. */
export const newestPage: number | undefined = undefined;

/** The page before this one, for an infinite query; undefined for the first. */
export const pageBefore = ({ page }: ReversedPage<unknown>): number | undefined => (page > 1 ? page - 1 : undefined);
