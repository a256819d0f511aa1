import { formatDay } from "../../../../core/day.ts";
import { largestHundredths } from "../../../../core/hundredths.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import { type StaticRate, staticRatesByNight } from "../../../../core/pricing/rates/static-rates.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { inTurns } from "../../../../kernel/concurrency/turns.ts";
import { storePriceRange } from "../../../property/rentals/price-range.ts";
import { pricesVersionJoins, ratesVersion } from "../prices-version.ts";
import { matchRates, type Run } from "./match-rates.ts";
import { type RentalKey, readRates, storeRates } from "./store-rates.ts";

/**
 * The static rates of a rental, from yesterday (UTC) on.
 *
 * Silent in the specification: they are of the same 1096 nights as the nightly rate map; a run of which a month costs more than can be
 * stored (9,999,999,999.99), and so cannot be quoted, is left out, also where shorter stays can be.
 */
export async function ratesOf(book: RateBook, today: number): Promise<readonly Run[]> {
  const runs: StaticRate[] = [];
  await inTurns("static rates", staticRatesByNight(book, today - 1), (run) => {
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

/** What the rates of a rental are to be. */
export interface ComputedRates {
  /** Of what they were computed from (`ratesVersion`), read no later than it; empty for a rental that has been deleted. */
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

/** How long a rebuild waits for a rental: longer than the queue of those who book it, but not until an import has ended. */
const maxWaitMs = 250;

/**
 * Stores the static rates of one rental, in a transaction of its account. Right ones are not touched: ids stay while their run does (see
 * `matchRates`), and a rate's `updated_at` moves with what it says. The rental's `min_price` and `max_price` follow, the lowest and the
 * highest night's final rate; its record names its rates, and so it changes when one comes or goes.
 *
 * Rates are also stored where their prices have changed since they were computed: a rental that changes all the time would never have any.
 * They bear the version that they were computed from, so the rental stays stale. The rental's lock lets several processes meet.
 * @returns whether this process stored them; not where another one did, or the rental was deleted meanwhile
 * @throws the database's error 55P03 where the rental is locked for too long
 */
export async function rebuildRates(
  transaction: Transaction,
  key: RentalKey,
  { version, runs: computed }: ComputedRates,
  today: number,
): Promise<boolean> {
  const rental = await lockRental(transaction, key);
  if (!rental || rental.is_gone !== (version === "")) return false;
  const isRight = rental.built === version || (!rental.is_gone && rental.built === rental.version);
  if (isRight && rental.built_on === today) return false;
  const changes = matchRates(await readRates(transaction, key), computed, today - 1);
  await storeRates(transaction, key, changes);
  const nights = computed.map(({ finalNightly }) => finalNightly);
  const lowest = nights.length > 0 ? Math.min(...nights) : null;
  const highest = nights.length > 0 ? Math.max(...nights) : null;
  const named = changes.made.length > 0 || changes.gone.length > 0;
  if (named || lowest !== rental.min_price || highest !== rental.max_price) {
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
 * Locks the rental as every operation does that changes what is its own; undefined where there is none. What is said of it is read in a
 * statement of its own: that of the lock may have begun before another process was done.
 */
async function lockRental(transaction: Transaction, { account, rental }: RentalKey): Promise<LockedRental | undefined> {
  await transaction.setLocally({ lock_timeout: String(maxWaitMs) });
  await transaction.run("select from rentals where account_id = $1 and id = $2 for no key update", [account, rental]);
  return transaction.row<LockedRental & { [column: string]: unknown }>(
    `select ${ratesVersion} as version, rates_built.version as built, rates_built.built_on, rentals.deleted_at is not null as is_gone,
       rentals.min_price, rentals.max_price
     from rentals ${pricesVersionJoins} left join rates_built on rates_built.account_id = rentals.account_id and rates_built.rental_id = rentals.id
     where rentals.account_id = $1 and rentals.id = $2`,
    [account, rental],
  );
}
