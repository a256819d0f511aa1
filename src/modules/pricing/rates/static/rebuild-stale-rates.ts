import { formatDay } from "../../../../core/day.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Database } from "../../../../database/connect/database.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { lockNotAvailable, sqlState } from "../../../../database/sql/errors.ts";
import { RateBooks } from "../books/rate-books.ts";
import { ratesOf, rebuildRates } from "./rebuild-rates.ts";

/** Reports a rental whose rates could not be rebuilt. */
type Report = (rental: number, error: unknown) => void;

/** Rentals whose prices are read at once: few, so that what is stored is seconds old where the prices of all change all the time. */
const batch = 10;

/** A stale rental, and the version that its rates are to be made from. */
interface StaleRental {
  readonly account: number;
  readonly rental: number;
  readonly version: string;
}

/**
 * Rebuilds the static rates of all rentals, in all accounts, whose prices have changed since, and once a day, at midnight (UTC), of every
 * one: no read ever waits for it. Each rental is a transaction of its own; one that fails is reported, and tried again with the
 * next call.
 * @param today the UTC date, epoch days
 * @returns how many rentals were rebuilt
 */
export async function rebuildStaleRates(
  database: Database,
  today: number,
  report: Report,
  signal?: AbortSignal,
): Promise<number> {
  let rebuilt = 0;
  let after = { account: 0, rental: 0 };
  while (!signal?.aborted) {
    const stale = await staleAfter(database, today, after);
    const last = stale.at(-1);
    if (!last) break;
    for (const [account, rentals] of Map.groupBy(stale, ({ account }) => account)) {
      rebuilt += await rebuild(
        { scope: database.within([account], { actor: "Job:static rates" }), account, today, report, signal },
        rentals,
      );
    }
    after = last;
  }
  return rebuilt;
}

/** Those that are stale, in ascending order of account and rental. */
async function staleAfter(
  database: Database,
  today: number,
  after: { readonly account: number; readonly rental: number },
): Promise<StaleRental[]> {
  const rows = await database.read(
    { name: "stale rates", text: "select account_id, rental_id, version from stale_rates($1, $2, $3, $4)" },
    [formatDay(today), after.account, after.rental, batch],
  );
  return rows.map(([account, rental, version]) => ({
    account: Number(account),
    rental: Number(rental),
    version: version ?? "",
  }));
}

/** The account whose rentals are rebuilt, as of which day, and how that is reported and stopped. */
interface Rebuilding {
  readonly scope: AccountScope;
  readonly account: number;
  readonly today: number;
  readonly report: Report;
  readonly signal: AbortSignal | undefined;
}

/** Reads the prices of some rentals of an account together, and rebuilds one after the other. */
async function rebuild(rebuilding: Rebuilding, stale: readonly StaleRental[]): Promise<number> {
  const { scope, account, today, signal } = rebuilding;
  const rentals = stale.map(({ rental }) => rental);
  const books = await scope
    .transaction((transaction) => new RateBooks().of(transaction, [account], rentals, today), "read")
    .catch((error: unknown) => ({ error }));
  if ("error" in books) return rebuildEach(rebuilding, stale, books.error);
  let rebuilt = 0;
  for (const each of stale) {
    if (signal?.aborted) break;
    if (await rebuildOne(rebuilding, each, books.get(each.rental)?.book)) rebuilt++;
  }
  return rebuilt;
}

async function rebuildOne(
  { scope, account, today, report }: Rebuilding,
  { rental, version }: StaleRental,
  book: RateBook | undefined,
): Promise<boolean> {
  try {
    const runs = book ? await ratesOf(book, today) : [];
    return await scope.transaction((transaction) =>
      rebuildRates(transaction, { account, rental }, { version: book ? version : "", runs }, today),
    );
  } catch (error) {
    // Somebody works on the rental: it stays stale, and the next round comes to it.
    if (sqlState(error) !== lockNotAvailable) report(rental, error);
    return false;
  }
}

/** One of several rentals has prices that cannot be read: the others shall not suffer from it. */
async function rebuildEach(rebuilding: Rebuilding, stale: readonly StaleRental[], error: unknown): Promise<number> {
  const [only, ...others] = stale;
  if (only !== undefined && others.length === 0) {
    rebuilding.report(only.rental, error);
    return 0;
  }
  let rebuilt = 0;
  for (const each of stale) rebuilt += await rebuild(rebuilding, [each]);
  return rebuilt;
}
