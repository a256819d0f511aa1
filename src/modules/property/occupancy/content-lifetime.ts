import { LRUCache } from "lru-cache";
import type { ContentMoment } from "../../../database/sql/content-version.ts";
import { type ApplicationCache, cachedByVersion } from "../../../kernel/application-cache.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { earliestRentalNow, latestRentalNow } from "./rental-clock.ts";

/** A cached response's validity: for one content version, and until a time (epoch milliseconds). */
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

/** SQL: when the next stay ends on its rental's clock. Canceled bookings have their own index (baseline/07_stays.sql). */
const nextEnd = (which: string): string => `(select min(ends.at) from (
        select bookings.end_at at time zone 'UTC' at time zone rentals.time_zone as at
        from bookings join rentals on rentals.account_id = $1::bigint and rentals.id = bookings.rental_id
        where bookings.account_id = $1::bigint and bookings.${which} and bookings.end_at > ${earliestRentalNow}
          and bookings.end_at < ${latestRentalNow} + interval '15 minutes'
      ) as ends where ends.at > now())`;

const statement = {
  name: "next change by time",
  text: `select floor(extract(epoch from least(
      date_bin('15 minutes', now(), 'epoch') + interval '15 minutes',
      ${nextEnd("canceled_at is null")},
      ${nextEnd("canceled_at is not null")},
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
