import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Nights } from "../../../../core/pricing/stay/stay.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { cachedByVersion } from "../../../../kernel/application-cache.ts";
import { inTurns, little, turns } from "../../../../kernel/concurrency/turns.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
import type { KeptBook, PricedRental } from "./priced-rental.ts";
import { readBooks } from "./read-books.ts";
import { TodaysExchanges } from "./todays-exchanges.ts";

export type { PricedRental } from "./priced-rental.ts";

/** A rental and the version of its prices that somebody has just read. */
export interface VersionedRental {
  readonly id: number;
  readonly version: string;
}

/** The book of each rental as the application that asked last sells it: it will ask again. */
const soldLast = new WeakMap<PricedRental, { readonly application: number; readonly book: RateBook }>();

/** The rate book of a rental as an application sells it, seeing these bookings. */
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

/** How many books a process keeps: about 1.5 kB each, 12 kB where nights are managed externally. */
const mostBooks = 20_000;

/** As many as are booked together. */
const few = 32;

/** How many are read at once: the rows of more are too long a piece of work when they arrive. */
const readAtOnce = 1000;

/**
 * The rate books of rentals, kept under the version of their content. A book is used only for a version that was read in
 * the request itself, so a change is seen by the very next one, whichever process made it (pricing.md; docs/design/response-cache.md). Exchange rates
 * have no version: where a fee went through them, they are asked for again, and the book holds while they are the same.
 */
export class RateBooks {
  private readonly kept = new Map<number, KeptBook>();

  /** The prices of rentals by their ids, in one transaction; unknown, deleted and foreign ones are absent. */
  async of(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly number[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    const exchanges = new TodaysExchanges(transaction, today);
    const reading = readVersions(transaction, accounts, rentals);
    // Of many rentals, the versions say first which books are still good.
    if (rentals.length <= few) for (const id of rentals) exchanges.prepare(this.kept.get(id)?.used ?? []);
    return byId(await this.inOrder(transaction, accounts, await reading, today, exchanges));
  }

  /** The same where the versions were read in this transaction already. */
  async ofVersions(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly VersionedRental[],
    today: number,
  ): Promise<ReadonlyMap<number, PricedRental>> {
    return byId(await this.inOrder(transaction, accounts, rentals, today));
  }

  /** The same, each at the place of its rental: to look up ten thousand by their ids takes longer than to price a stay in them. */
  async inOrder(
    transaction: Transaction,
    accounts: readonly number[],
    rentals: readonly VersionedRental[],
    today: number,
    exchanges = new TodaysExchanges(transaction, today),
  ): Promise<readonly (PricedRental | undefined)[]> {
    const found: (PricedRental | undefined)[] = [];
    const missing: number[] = [];
    const exchanged: { readonly place: number; readonly known: KeptBook }[] = [];
    const find = ({ id, version }: VersionedRental): void => {
      const known = this.kept.get(id);
      const isKnown = known?.priced.version === version;
      found.push(isKnown ? known.priced : undefined);
      if (!isKnown) missing.push(found.length - 1);
      else if (known.used.length > 0) exchanged.push({ place: found.length - 1, known });
    };
    await inTurns(accounts.join(), rentals, find, little);
    for (const { place, known } of exchanged) {
      if (await exchanges.areStill(known.used)) continue;
      found[place] = undefined;
      missing.push(place);
    }
    for (let from = 0; from < missing.length; from += readAtOnce) {
      const places = missing.slice(from, from + readAtOnce);
      const ids = places.flatMap((place) => rentals[place]?.id ?? []);
      const read = new Map<number, PricedRental>();
      for (const book of await readWhole(transaction, accounts, ids, exchanges)) {
        read.set(book.priced.id, book.priced);
        this.keep(book);
      }
      for (const place of places) found[place] = read.get(rentals[place]?.id ?? 0);
      if (turns.isOver) await turns.next(accounts.join());
    }
    return found;
  }

  private keep(book: KeptBook): void {
    this.kept.delete(book.priced.id);
    this.kept.set(book.priced.id, book);
    if (this.kept.size <= mostBooks) return;
    // A Map is in order of insertion: the one that was read longest ago goes.
    for (const oldest of this.kept.keys()) {
      this.kept.delete(oldest);
      return;
    }
  }
}

function byId(found: readonly (PricedRental | undefined)[]): ReadonlyMap<number, PricedRental> {
  return new Map(found.flatMap((priced) => (priced ? [[priced.id, priced] as const] : [])));
}

/** The rate books of a process. */
export const rateBooks = cachedByVersion(() => new RateBooks());

const versions = `select rentals.id, ${pricesVersion} as version from rentals ${pricesVersionJoins} where rentals.deleted_at is null and`;

function readVersions(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<VersionedRental[]> {
  // A statement of its own: with arrays it is planned anew each time, which takes longer than to run it (docs/design/writes.md).
  if (accounts.length === 1 && rentals.length === 1)
    return transaction.rows<VersionedRental & { [column: string]: unknown }>(
      `${versions} rentals.account_id = $1 and rentals.id = $2`,
      [accounts[0], rentals[0]],
    );
  return transaction.rows<VersionedRental & { [column: string]: unknown }>(
    `${versions} rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[])`,
    [`{${accounts.join(",")}}`, `{${rentals.join(",")}}`],
  );
}

/**
 * Reads books, each whole. A transaction that writes is no snapshot: what others commit between two of its statements is in the second
 * one alone, and the book would hold prices that there never were. One whose version has moved meanwhile is read again.
 */
async function readWhole(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
  exchanges: TodaysExchanges,
): Promise<KeptBook[]> {
  const whole: KeptBook[] = [];
  for (let left = rentals; left.length > 0; ) {
    const read = await readBooks(transaction, accounts, left, exchanges);
    const versions = new Map((await readVersions(transaction, accounts, left)).map(({ id, version }) => [id, version]));
    whole.push(...read.filter(({ priced }) => versions.get(priced.id) === priced.version));
    left = read.flatMap(({ priced: { id, version } }) => ((versions.get(id) ?? version) === version ? [] : [id]));
  }
  return whole;
}
