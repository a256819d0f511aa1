import { LRUCache } from "lru-cache";
import type { ContentMoment } from "../../../database/sql/content-version.ts";
import { type ApplicationCache, cachedByVersion } from "../../../kernel/application-cache.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";

/** For how long what was read of an account is what would be read: while its content has the version, and until a moment (epoch milliseconds). */
export interface Lifetime {
  readonly version: string;
  readonly until: number;
}

/** Whether what has the lifetime would be read the same by a request that was let in at a moment. */
export const isAlive = ({ version, until }: Lifetime, content: ContentMoment): boolean =>
  version === content.version && content.at < until;

const known = cachedByVersion(() => new LRUCache<number, Lifetime>({ max: 10_000 }));

/** The lifetime of all that an account shows, to be asked for before what is kept with it is read. Worked out once for each version. */
export async function contentLifetime(
  cache: ApplicationCache,
  reader: Reader,
  account: number,
  content: ContentMoment,
): Promise<Lifetime> {
  const lifetimes = known(cache);
  const before = lifetimes.get(account);
  if (before && isAlive(before, content)) return before;
  const lifetime = { version: content.version, until: await nextChangeByTime(reader, account) };
  lifetimes.set(account, lifetime);
  return lifetime;
}

// Of the ends, those of canceled bookings have an index of their own (baseline/07_stays.sql).
const statement = {
  name: "next change by time",
  text: `select floor(extract(epoch from least(
      date_bin('15 minutes', now(), 'epoch') + interval '15 minutes',
      (select min(end_at) from bookings where account_id = $1::bigint and canceled_at is null and end_at > now()),
      (select min(end_at) from bookings where account_id = $1::bigint and canceled_at is not null and end_at > now()),
      (select min(tentative_expires_at) from bookings where account_id = $1::bigint and canceled_at is null and tentative_expires_at > now())
    )) * 1000)::bigint`,
};

/**
 * When an account will show something else although nobody writes: a hold expires, a stay ends, or a day. In every time zone a day begins with a
 * quarter of an hour. Epoch milliseconds, later than the database's clock.
 */
async function nextChangeByTime(reader: Reader, account: number): Promise<number> {
  const [row] = await reader.read(statement, [account]);
  return Number(row?.[0]);
}
