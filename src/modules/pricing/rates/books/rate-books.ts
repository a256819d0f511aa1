import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Nights } from "../../../../core/pricing/stay/stay.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { cachedByVersion } from "../../../../kernel/application-cache.ts";
import { cheapChunkSize, inSlices, scheduler } from "../../../../kernel/concurrency/scheduler.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
import type { CachedBook, PricedRental } from "./priced-rental.ts";
import { readBooks } from "./read-books.ts";
import { TodaysExchanges } from "./todays-exchanges.ts";

export type { PricedRental } from "./priced-rental.ts";

/** A rental and the price version that the current transaction has read. */
export interface VersionedRental {
  readonly id: number;
  readonly version: string;
}

/** Each rental's book for the last application that used it, which will likely use it again. */
const soldLast = new WeakMap<PricedRental, { readonly application: number; readonly book: RateBook }>();

/** A rental's rate book with the application's price increase and these taken nights. */
export function bookFor(priced: PricedRental, application: number, taken: readonly Nights[]): RateBook {
  const priceIncrease = priced.increases.get(application) ?? null;
  if (taken.length > 0) return { ...priced.book, priceIncrease, taken };
  if (priceIncrease === null) return priced.book;
  const last = soldLast.get(priced);
  if (last?.application === application) return last.book;
  const book = { ...priced.book, priceIncrease };
  soldLast.set(priced, { application, book });
  return book;
}

/** Per process: about 1.5 kB each, or 12 kB with externally managed nights. */
const maxCachedBooks = 20_000;

/** Up to this many rentals, prefetch exchange rates. */
const maxPrefetchRentals = 32;

/** Rentals per read: parsing more rows would block the event loop too long. */
const readBatchSize = 1000;

/**
 * Caches rate books by content version. Each request reads the version first, so it sees every committed change, from any process
 * (pricing.md; docs/design/response-cache.md). Exchange rates have no version: a book with exchanged fees checks them each time.
 */
export class RateBooks {
  private readonly cache = new Map<number, CachedBook>();

  /** Prices by rental id, in one transaction. Unknown, deleted and foreign rentals are absent. */
  async of(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly number[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    const exchanges = new TodaysExchanges(transaction, today);
    const reading = readVersions(transaction, accounts, rentals);
    // For many rentals, the versions first show which books are still current.
    if (rentals.length <= maxPrefetchRentals)
      for (const id of rentals) exchanges.prefetch(this.cache.get(id)?.used ?? []);
    return byId(await this.inOrder(transaction, accounts, await reading, today, exchanges));
  }

  /** Like `of`, with versions that this transaction has already read. */
  async ofVersions(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly VersionedRental[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    return byId(await this.inOrder(transaction, accounts, rentals, today));
  }

  /** Like `ofVersions`, in the order of `rentals`. Looking up 10,000 ids would take longer than pricing a stay in them. */
  async inOrder(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly VersionedRental[],
    today: number,
    exchanges = new TodaysExchanges(transaction, today),
  ): Promise<readonly (PricedRental | undefined)[]> {
    const found: (PricedRental | undefined)[] = [];
    const missing: number[] = [];
    const exchanged: { readonly index: number; readonly cached: CachedBook }[] = [];
    const find = ({ id, version }: VersionedRental): void => {
      const cached = this.cache.get(id);
      const isCurrent = cached?.priced.version === version;
      found.push(isCurrent ? cached.priced : undefined);
      if (!isCurrent) missing.push(found.length - 1);
      else if (cached.used.length > 0) exchanged.push({ index: found.length - 1, cached });
    };
    await inSlices(accounts.join(), rentals, find, cheapChunkSize);
    for (const { index, cached } of exchanged) {
      if (await exchanges.areCurrent(cached.used)) continue;
      found[index] = undefined;
      missing.push(index);
    }
    for (let from = 0; from < missing.length; from += readBatchSize) {
      const batch = missing.slice(from, from + readBatchSize);
      const ids = batch.flatMap((index) => rentals[index]?.id ?? []);
      const read = new Map<number, PricedRental>();
      for (const book of await readWhole(transaction, accounts, ids, exchanges)) {
        read.set(book.priced.id, book.priced);
        this.store(book);
      }
      for (const index of batch) found[index] = read.get(rentals[index]?.id ?? 0);
      if (scheduler.isSliceOver) await scheduler.next(accounts.join());
    }
    return found;
  }

  private store(book: CachedBook): void {
    this.cache.delete(book.priced.id);
    this.cache.set(book.priced.id, book);
    if (this.cache.size <= maxCachedBooks) return;
    // A Map iterates in insertion order: evict the oldest.
    for (const oldest of this.cache.keys()) {
      this.cache.delete(oldest);
      return;
    }
  }
}

function byId(found: readonly (PricedRental | undefined)[]): ReadonlyMap<number, PricedRental> {
  return new Map(found.flatMap((priced) => (priced ? [[priced.id, priced] as const] : [])));
}

/** The process's rate books. */
export const rateBooks = cachedByVersion(() => new RateBooks());

/** SQL: the versions of rentals. @param account the condition on the account */
const versionsOf = (account: string): string =>
  `select rentals.id, ${pricesVersion} as version from rentals ${pricesVersionJoins(account)}
   where rentals.deleted_at is null and rentals.account_id ${account} and`;

function readVersions(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<VersionedRental[]> {
  // A separate statement: planning the array version each time would take longer than running it.
  if (accounts.length === 1 && rentals.length === 1)
    return transaction.rows<VersionedRental & { [column: string]: unknown }>(`${versionsOf("= $1")} rentals.id = $2`, [
      accounts[0],
      rentals[0],
    ]);
  return transaction.rows<VersionedRental & { [column: string]: unknown }>(
    `${versionsOf("= any($1::bigint[])")} rentals.id = any($2::bigint[])`,
    [`{${accounts.join(",")}}`, `{${rentals.join(",")}}`],
  );
}

/**
 * Reads consistent books. A writing transaction is not a snapshot: a commit between two statements could yield prices that never
 * existed. A book whose version has changed meanwhile is read again.
 */
async function readWhole(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  exchanges: TodaysExchanges,
): Promise<CachedBook[]> {
  const whole: CachedBook[] = [];
  for (let left = rentals; left.length > 0; ) {
    const read = await readBooks(transaction, accounts, left, exchanges);
    const versions = new Map((await readVersions(transaction, accounts, left)).map(({ id, version }) => [id, version]));
    whole.push(...read.filter(({ priced }) => versions.get(priced.id) === priced.version));
    left = read.flatMap(({ priced: { id, version } }) => ((versions.get(id) ?? version) === version ? [] : [id]));
  }
  return whole;
}
