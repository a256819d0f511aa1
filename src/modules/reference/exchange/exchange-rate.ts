import { formatDay } from "../../../core/day.ts";

/** Something that answers rows: a transaction. */
interface Rows {
  rows<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** How an amount of one currency becomes one of another: × numerator / denominator, both exact. */
export interface Exchange {
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** The day whose rates these are; null where no rate was needed. */
  readonly day: number | null;
}

/** Nothing changes: the currencies are the same, or there is no amount. */
export const unexchanged: Exchange = { numerator: 1n, denominator: 1n, day: null };

/** Rates are kept with eight decimals. */
const scale = 100_000_000n;

/**
 * The exchange between two currencies as of a day: by the newest rates at or before it, each of one euro.
 * @returns undefined when one of the currencies has no rate yet
 */
export async function exchangeBetween(
  database: Rows,
  from: string,
  to: string,
  day: number,
): Promise<Exchange | undefined> {
  if (from === to) return unexchanged;
  const found = await database.rows<{ currency: string; day: number; rate: string }>(
    `select newest.* from unnest($1::text[]) as wanted (currency) cross join lateral (
       select currency, day, rate::text from exchange_rates
       where exchange_rates.currency = wanted.currency and day <= $2 order by day desc limit 1
     ) as newest`,
    [[from, to], formatDay(day)],
  );
  const perEuro = (currency: string): bigint | undefined => {
    if (currency === "EUR") return scale;
    const rate = found.find((row) => row.currency === currency)?.rate;
    return rate === undefined ? undefined : BigInt(rate.replace(".", ""));
  };
  const [denominator, numerator] = [perEuro(from), perEuro(to)];
  if (denominator === undefined || numerator === undefined) return undefined;
  return { numerator, denominator, day: Math.min(...found.map((row) => row.day)) };
}
