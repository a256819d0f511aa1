import { formatDay } from "../../core/day.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { ExchangeRate } from "./read-rates-file.ts";

/** Stores exchange rates; one that is there already for its day is replaced. @returns how many are new or different */
export async function storeExchangeRates(transaction: Transaction, rates: readonly ExchangeRate[]): Promise<number> {
  return transaction.run(
    `insert into exchange_rates (currency, day, rate)
     select * from unnest($1::text[], $2::date[], $3::numeric[])
     on conflict (currency, day) do update set rate = excluded.rate, loaded_at = statement_timestamp()
     where exchange_rates.rate <> excluded.rate`,
    [rates.map(({ currency }) => currency), rates.map(({ day }) => formatDay(day)), rates.map(({ rate }) => rate)],
  );
}
