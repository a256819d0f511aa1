import { formatDay } from "../../../core/day.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { ExchangeRate } from "./read-rates-file.ts";

/** Rates per statement. */
const batchSize = 5000;

/**
 * Stores exchange rates, replacing those of the same currency and day.
 * @param progress called after each batch
 * @returns the number of new or changed rates
 */
export async function storeExchangeRates(
  transaction: Transaction,
  rates: readonly ExchangeRate[],
  progress: (stored: number, total: number) => void = () => undefined,
): Promise<number> {
  let changed = 0;
  for (let from = 0; from < rates.length; from += batchSize) {
    changed += await storeBatch(transaction, rates.slice(from, from + batchSize));
    progress(Math.min(from + batchSize, rates.length), rates.length);
  }
  return changed;
}

async function storeBatch(transaction: Transaction, rates: readonly ExchangeRate[]): Promise<number> {
  // Counts the returned rows, because a cluster's row count includes unchanged ones.
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
