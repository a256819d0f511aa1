import { formatDay } from "../../../core/day.ts";

/** Runs a query, such as a transaction. */
interface Rows {
  rows<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** An exchange rate, exactly as it is used and shown: amount × numerator / denominator. The denominator is a power of ten. */
export interface Exchange {
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** The rates' day; null if no rate was needed. */
  readonly day: number | null;
}

/** The identity: the currencies are equal, or there is no amount. */
export const unexchanged: Exchange = { numerator: 1n, denominator: 1n, day: null };

/** Rates are stored with eight decimals. */
const scale = 100_000_000n;

/**
 * The exchange rate between two currencies on a day, from each currency's newest euro rate up to that day.
 * @returns undefined if a currency has no rate yet
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
  const [of, into] = [perEuro(from), perEuro(to)];
  if (of === undefined || into === undefined) return undefined;
  return { ...asShown(into, of), day: Math.min(...found.map((row) => row.day)) };
}

/** Decimals of a shown rate, and the fewest significant digits of a small one. */
const shownDigits = 8;

/**
 * The quotient of two rates, rounded half up to the displayed decimals: multiplying by the displayed rate gives the figures of the
 * service (pricing.md, Exchange). It has eight decimals, and more below 0.1, so that it has eight significant digits.
 */
export function asShown(numerator: bigint, denominator: bigint): Pick<Exchange, "numerator" | "denominator"> {
  let one = 10n ** BigInt(shownDigits);
  while (numerator * one < denominator * 10n ** BigInt(shownDigits - 1)) one *= 10n;
  return { numerator: (2n * numerator * one + denominator) / (2n * denominator), denominator: one };
}
