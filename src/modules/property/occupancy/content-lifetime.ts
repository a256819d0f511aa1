import { LRUCache } from "lru-cache";
import type { ContentMoment } from "../../../database/sql/content-version.ts";
import { type ApplicationCache, cachedByVersion } from "../../../kernel/application-cache.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";

/** How long a cached response stays valid: for one content version, and until a time (epoch milliseconds). */
export interface Lifetime {
  readonly version: string;
  readonly until: number;
}

/** Whether a cached response is still valid for a request. */
export const isAlive = ({ version, until }: Lifetime, content: ContentMoment): boolean =>
  version === content.version && content.at < until;

const lifetimesByAccount = cachedByVersion(() => new LRUCache<number, Lifetime>({ max: 10_000 }));

/** Returns the lifetime of an account's responses, once per content version. Call it before reading the content to cache. */
export async function contentLifetime(
  cache: ApplicationCache,
  reader: Reader,
  account: number,
  content: ContentMoment,
): Promise<Lifetime> {
  const lifetimes = lifetimesByAccount(cache);
  const before = lifetimes.get(account);
  if (before && isAlive(before, content)) return before;
  const lifetime = { version: content.version, until: await nextChangeByTime(reader, account) };
  lifetimes.set(account, lifetime);
  return lifetime;
}

// Canceled bookings are queried separately, because they have their own index (baseline/07_stays.sql).
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
 * Returns when an account's content next changes without a write: a hold expires, a stay ends or a day begins.
 * In every time zone a day begins on a quarter of an hour. Epoch milliseconds, after the database's clock.
 */
async function nextChangeByTime(reader: Reader, account: number): Promise<number> {
  const [row] = await reader.read(statement, [account]);
  return Number(row?.[0]);
}
