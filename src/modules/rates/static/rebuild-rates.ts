import { formatDay } from "../../../core/day.ts";
import { largestHundredths } from "../../../core/hundredths.ts";
import type { RateBook } from "../../../core/pricing/rate-book.ts";
import { type StaticRate, staticRatesByNight } from "../../../core/pricing/static-rates.ts";
import type { Transaction } from "../../../database/transaction.ts";
import { inTurns } from "../../../kernel/turns.ts";
import { storePriceRange } from "../../rentals/price-range.ts";
import type { PricedRental } from "../books/rate-books.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
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

interface LockedRental {
  readonly version: string;
  readonly built: string | null;
  readonly built_on: number | null;
  readonly is_gone: boolean;
  readonly min_price: number | null;
  readonly max_price: number | null;
}

/**
 * Brings the stored static rates of one rental to what its prices say today, in a transaction of its account. What is right already is
 * not touched: ids stay while their run does (see `matchRates`), and a rate's `updated_at` moves with what it says. The rental's
 * `min_price` and `max_price` follow, the lowest and the highest night's final rate; its record names its rates, and so it changes
 * when one comes or goes.
 *
 * The rental's lock lets several processes meet. Who finds it locked, or finds other prices than it has computed from, leaves the
 * rental for the next round.
 * @param priced what was read of its prices; undefined for a rental that has been deleted
 * @param computed the runs of that
 * @returns whether it was up to this process
 */
export async function rebuildRates(
  transaction: Transaction,
  key: RentalKey,
  priced: PricedRental | undefined,
  computed: readonly Run[],
  today: number,
): Promise<boolean> {
  const rental = await lockRental(transaction, key);
  const version = priced?.version ?? "";
  if (!rental || version !== (rental.is_gone ? "" : rental.version)) return false;
  if (rental.built === version && rental.built_on === today) return false;
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
 * Locks the rental as every operation does that changes what is its own; undefined while another holds it. What is said of it is read in a
 * statement of its own: that of the lock may have begun before another process was done.
 */
async function lockRental(transaction: Transaction, { account, rental }: RentalKey): Promise<LockedRental | undefined> {
  const locked = await transaction.row<{ id: number }>(
    "select id from rentals where account_id = $1 and id = $2 for no key update skip locked",
    [account, rental],
  );
  if (!locked) return undefined;
  return transaction.row<LockedRental & { [column: string]: unknown }>(
    `select ${pricesVersion} as version, rates_built.version as built, rates_built.built_on, rentals.deleted_at is not null as is_gone,
       rentals.min_price, rentals.max_price
     from rentals ${pricesVersionJoins} left join rates_built on rates_built.account_id = rentals.account_id and rates_built.rental_id = rentals.id
     where rentals.account_id = $1 and rentals.id = $2`,
    [account, rental],
  );
}
