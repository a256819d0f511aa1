import { formatDay } from "../../../../core/day.ts";
import { largestHundredths } from "../../../../core/hundredths.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import { type StaticRate, staticRatesByNight } from "../../../../core/pricing/rates/static-rates.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { inSlices } from "../../../../kernel/concurrency/scheduler.ts";
import { storePriceRange } from "../../../property/rentals/price-range.ts";
import { pricesVersionJoins, ratesVersion } from "../prices-version.ts";
import { matchRates, type Run } from "./match-rates.ts";
import { type RentalKey, readRates, storeRates } from "./store-rates.ts";

/**
 * Computes a rental's static rates from yesterday (UTC) on.
 *
 * Not specified: they cover the 1096 nights of the nightly rate map. A run whose price exceeds the storable maximum
 * (9,999,999,999.99) for any length is left out.
 */
export async function ratesOf(book: RateBook, today: number): Promise<readonly Run[]> {
  const runs: StaticRate[] = [];
  await inSlices("static rates", staticRatesByNight(book, today - 1), (run) => {
    if (run) runs.push(run);
  });
  return runs
    .filter(({ initialMonthly, finalMonthly, initialNightly, finalNightly, initialWeekly, finalWeekly }) =>
      [initialNightly, initialWeekly, initialMonthly, finalNightly, finalWeekly, finalMonthly].every(
        (amount) => amount <= largestHundredths,
      ),
    )
    .map((run) => ({ ...run, currency: book.currency }));
}

/** A rental's computed rates. */
export interface ComputedRates {
  /** The `ratesVersion` they were computed from, read before the content; empty for a deleted rental. */
  readonly version: string;
  readonly runs: readonly Run[];
}

interface LockedRental {
  readonly version: string;
  readonly built: string | null;
  readonly built_on: number | null;
  readonly is_gone: boolean;
  readonly min_price: number | null;
  readonly max_price: number | null;
}

/** The lock wait: long enough for a queue of bookings, too short for an import. */
const maxWaitMs = 250;

/**
 * Stores one rental's static rates, in a transaction of its account. Unchanged rates keep their id and `updated_at` (see `matchRates`).
 * Updates the rental's `min_price` and `max_price`, and touches the rental when a rate is added or removed.
 *
 * Stores rates even if prices have changed since they were computed; otherwise a busy rental would never have any. They carry their
 * source version, so the rental stays stale. The rental's lock serializes concurrent processes.
 * @returns whether this process stored them; false if another one did, or the rental was deleted meanwhile
 * @throws the database's error 55P03 if the rental stays locked too long
 */
export async function rebuildRates(
  transaction: Transaction,
  key: RentalKey,
  { version, runs: computed }: ComputedRates,
  today: number,
): Promise<boolean> {
  const rental = await lockRental(transaction, key);
  if (!rental || rental.is_gone !== (version === "")) return false;
  const isCurrent = rental.built === version || (!rental.is_gone && rental.built === rental.version);
  if (isCurrent && rental.built_on === today) return false;
  const changes = matchRates(await readRates(transaction, key), computed, today - 1);
  await storeRates(transaction, key, changes);
  const nights = computed.map(({ finalNightly }) => finalNightly);
  const lowest = nights.length > 0 ? Math.min(...nights) : null;
  const highest = nights.length > 0 ? Math.max(...nights) : null;
  const hasNewList = changes.added.length > 0 || changes.removed.length > 0;
  if (hasNewList || lowest !== rental.min_price || highest !== rental.max_price) {
    await storePriceRange(transaction, key.account, key.rental, { lowest, highest });
  }
  await transaction.run(
    `insert into rates_built (account_id, rental_id, version, built_on) values ($1, $2, $3, $4)
     on conflict (account_id, rental_id) do update set version = excluded.version, built_on = excluded.built_on`,
    [key.account, key.rental, version, formatDay(today)],
  );
  return true;
}

/**
 * Locks the rental, then reads its state in a second statement: the snapshot of the locking statement may predate another process's
 * commit. Undefined if the rental does not exist.
 */
async function lockRental(transaction: Transaction, { account, rental }: RentalKey): Promise<LockedRental | undefined> {
  await transaction.setLocally({ lock_timeout: String(maxWaitMs) });
  await transaction.run("select from rentals where account_id = $1 and id = $2 for no key update", [account, rental]);
  return transaction.row<LockedRental & { [column: string]: unknown }>(
    `select ${ratesVersion} as version, rates_built.version as built, rates_built.built_on, rentals.deleted_at is not null as is_gone,
       rentals.min_price, rentals.max_price
     from rentals ${pricesVersionJoins("= $1")} left join rates_built on rates_built.account_id = $1 and rates_built.rental_id = rentals.id
     where rentals.account_id = $1 and rentals.id = $2`,
    [account, rental],
  );
}
