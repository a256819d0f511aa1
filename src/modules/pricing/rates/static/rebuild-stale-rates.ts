import { formatDay } from "../../../../core/day.ts";
import type { RateBook } from "../../../../core/pricing/rates/rate-book.ts";
import type { Database } from "../../../../database/connect/database.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { lockNotAvailable, sqlState } from "../../../../database/sql/errors.ts";
import { RateBooks } from "../books/rate-books.ts";
import { ratesOf, rebuildRates } from "./rebuild-rates.ts";

/** Reports a rental whose rebuild failed. */
type Report = (rental: number, error: unknown) => void;

/** Rentals per read: a small batch keeps stored rates fresh while prices change all the time. */
const batchSize = 10;

/** A stale rental and its current version. */
interface StaleRental {
  readonly account: number;
  readonly rental: number;
  readonly version: string;
}

/**
 * Rebuilds the static rates of rentals whose prices have changed, and of all rentals once a day at midnight (UTC). Reads never wait
 * for it. Each rental has its own transaction; a failure is reported and retried on the next call.
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

/** Counts the rentals whose static rates the job still has to rebuild, up to a thousand. @param today as in `rebuildStaleRates` */
export async function countStaleRates(database: Database): Promise<number> {
  const [row] = await database.read(
    {
      name: "count stale rates",
      text: "select count(*) from stale_rates((now() at time zone 'UTC')::date, 0, 0, 1000)",
    },
    [],
  );
  return Number(row?.[0] ?? 0);
}

/** The next stale rentals, by account and rental. */
async function staleAfter(
  database: Database,
  today: number,
  after: { readonly account: number; readonly rental: number },
): Promise<StaleRental[]> {
  const rows = await database.read(
    { name: "stale rates", text: "select account_id, rental_id, version from stale_rates($1, $2, $3, $4)" },
    [formatDay(today), after.account, after.rental, batchSize],
  );
  return rows.map(([account, rental, version]) => ({
    account: Number(account),
    rental: Number(rental),
    version: version ?? "",
  }));
}

/** The context of rebuilding an account's rentals. */
interface Rebuilding {
  readonly scope: AccountScope;
  readonly account: number;
  readonly today: number;
  readonly report: Report;
  readonly signal: AbortSignal | undefined;
}

/** Reads the prices of an account's stale rentals together, then rebuilds them one by one. */
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
    // A locked rental stays stale; the next run retries it.
    if (sqlState(error) !== lockNotAvailable) report(rental, error);
    return false;
  }
}

/** Retries the rentals one by one, so that one with unreadable prices does not block the others. */
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
