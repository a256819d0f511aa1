import { formatDay } from "../../../core/day.ts";
import type { AccountScope } from "../../../database/account-scope.ts";
import type { Database } from "../../../database/database.ts";
import { RateBooks } from "../books/rate-books.ts";
import { ratesOf, rebuildRates } from "./rebuild-rates.ts";

/** Reports a rental whose rates could not be rebuilt. */
type Report = (rental: number, error: unknown) => void;

/** How many rentals' prices are read at once. */
const batch = 100;

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
  let after: readonly [number, number] = [0, 0];
  while (!signal?.aborted) {
    const stale = await staleAfter(database, today, after);
    const last = stale.at(-1);
    if (!last) break;
    for (const [account, rentals] of byAccount(stale)) {
      rebuilt += await rebuild(
        { scope: database.within([account], { actor: "Job:static rates" }), account, today, report, signal },
        rentals,
      );
    }
    after = last;
  }
  return rebuilt;
}

/** Account and rental of those that are stale, in ascending order. */
async function staleAfter(
  database: Database,
  today: number,
  after: readonly [number, number],
): Promise<(readonly [number, number])[]> {
  const rows = await database.read(
    { name: "stale rates", text: "select account_id, rental_id from stale_rates($1, $2, $3, $4)" },
    [formatDay(today), ...after, batch],
  );
  return rows.map(([account, rental]) => [Number(account), Number(rental)] as const);
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
async function rebuild(rebuilding: Rebuilding, rentals: readonly number[]): Promise<number> {
  const { scope, account, today, report, signal } = rebuilding;
  const books = await scope
    .transaction((transaction) => new RateBooks().of(transaction, [account], rentals, today), "read")
    .catch((error: unknown) => ({ error }));
  if ("error" in books) return rebuildEach(rebuilding, rentals, books.error);
  let rebuilt = 0;
  for (const rental of rentals) {
    if (signal?.aborted) break;
    try {
      const priced = books.get(rental);
      const computed = priced ? await ratesOf(priced.book, today) : [];
      const done = await scope.transaction((transaction) =>
        rebuildRates(transaction, { account, rental }, priced, computed, today),
      );
      if (done) rebuilt++;
    } catch (error) {
      report(rental, error);
    }
  }
  return rebuilt;
}

/** One of several rentals has prices that cannot be read: the others shall not suffer from it. */
async function rebuildEach(rebuilding: Rebuilding, rentals: readonly number[], error: unknown): Promise<number> {
  const [only, ...others] = rentals;
  if (only !== undefined && others.length === 0) {
    rebuilding.report(only, error);
    return 0;
  }
  let rebuilt = 0;
  for (const rental of rentals) rebuilt += await rebuild(rebuilding, [rental]);
  return rebuilt;
}

function byAccount(stale: readonly (readonly [number, number])[]): ReadonlyMap<number, number[]> {
  const accounts = new Map<number, number[]>();
  for (const [account, rental] of stale) {
    const rentals = accounts.get(account);
    if (rentals) rentals.push(rental);
    else accounts.set(account, [rental]);
  }
  return accounts;
}
