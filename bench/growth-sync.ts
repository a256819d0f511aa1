import { BenchError } from "./bench.ts";
import { ask, everything, pagingOf, type Target } from "./growth-requests.ts";

/** A synchronisation of all bookings by `next`, a hundred per page. */
export interface Synchronisation {
  /** Records per second in each tenth. */
  readonly rates: readonly number[];
  readonly records: number;
  readonly seconds: number;
  /** Whether all pages were read, or only the first ones of each tenth. */
  readonly isWhole: boolean;
}

const perPage = 100;
const tenths = 10;
/** Pages per tenth if later pages cost more, because all of them would take hours. */
const sampled = 5;

/** Follows `next` from the first page to the last. If `next` contains page numbers, reads only a part of each tenth. */
export async function synchronise(target: Target, signal: AbortSignal): Promise<Synchronisation> {
  const list = `/api/v3/bookings?per_page=${perPage}&${everything}`;
  const first = pagingOf((await ask(target.url + list, target.token)).body);
  const isWhole = first.next?.includes("after=") ?? true;
  const start = performance.now();
  const parts: { records: number; seconds: number }[] = [];
  let path: string | undefined = list;
  for (let tenth = 0; tenth < tenths && path !== undefined; tenth++) {
    const from = Math.floor((first.pages * tenth) / tenths);
    const to = Math.floor((first.pages * (tenth + 1)) / tenths);
    // The last tenth ends without a next page.
    const pages = isWhole
      ? tenth === tenths - 1
        ? Number.POSITIVE_INFINITY
        : to - from
      : Math.min(sampled, to - from);
    const part = await follow(target, isWhole ? path : `${list}&page=${from + 1}`, pages, signal);
    parts.push(part);
    path = part.next ?? (isWhole ? undefined : list);
  }
  const records = parts.reduce((sum, part) => sum + part.records, 0);
  if (isWhole && records < target.bookings.length) throw new BenchError(`Following next returned ${records} bookings.`);
  const seconds = (performance.now() - start) / 1000;
  return { rates: parts.map((part) => part.records / part.seconds), records, seconds, isWhole };
}

async function follow(
  { url, token }: Target,
  from: string,
  pages: number,
  signal: AbortSignal,
): Promise<{ records: number; seconds: number; next: string | undefined }> {
  const start = performance.now();
  let records = 0;
  let next: string | undefined = from;
  for (let page = 0; page < pages && next !== undefined; page++) {
    signal.throwIfAborted();
    const { body } = await ask(url + next, token);
    records += recordsIn(body);
    next = pagingOf(body).next;
  }
  return { records, seconds: (performance.now() - start) / 1000, next };
}

/** The number of bookings in a response: each has one reference. */
function recordsIn(body: string): number {
  return body.split('"reference":').length - 1;
}
