import { formatDay } from "../../../core/day.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { ExchangeRate } from "./read-rates-file.ts";

/** Rates that one statement stores. */
const atOnce = 5000;

/**
 * Stores exchange rates; one that is there already for its day is replaced.
 * @param progress told how many are stored, and of how many
 * @returns how many are new or different
 */
export async function storeExchangeRates(
  transaction: Transaction,
  rates: readonly ExchangeRate[],
  progress: (stored: number, total: number) => void = () => undefined,
): Promise<number> {
  let changed = 0;
  for (let from = 0; from < rates.length; from += atOnce) {
    changed += await storeSome(transaction, rates.slice(from, from + atOnce));
    progress(Math.min(from + atOnce, rates.length), rates.length);
  }
  return changed;
}

async function storeSome(transaction: Transaction, rates: readonly ExchangeRate[]): Promise<number> {
  // Those that come back are counted: a cluster says how many it was given.
  const stored = await transaction.rows<{ currency: string }>(
    `insert into exchange_rates (currency, day, rate)
     select * from unnest($1::text[], $2::date[], $3::numeric[])
     on conflict (currency, day) do update set rate = excluded.rate, loaded_at = excluded.loaded_at
     where exchange_rates.rate <> excluded.rate
     returning currency`,
    [rates.map(({ currency }) => currency), rates.map(({ day }) => formatDay(day)), rates.map(({ rate }) => rate)],
  );
  return stored.length;
}
