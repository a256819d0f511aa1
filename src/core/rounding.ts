/** Integer division, rounded half up (away from zero for negative numerators); exact below 2^53. */
export function divideHalfUp(numerator: number, denominator: number): number {
  const magnitude = Math.abs(numerator);
  const quotient = Math.floor(magnitude / denominator);
  const remainder = magnitude - quotient * denominator;
  const rounded = remainder * 2 >= denominator ? quotient + 1 : quotient;
  return numerator < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The currencies without a minor unit (ISO 4217). */
// biome-ignore format: one list, read as one
export const wholeCurrencies: ReadonlySet<string> = new Set([
  "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
]);

/**
 * The currencies of ISO 4217 with three decimals. Their smallest amount is 0.01, because card networks and EN 16931 take no smaller one.
 */
export const thousandthCurrencies: ReadonlySet<string> = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);

/** The minor unit of a currency in hundredths: 1 with cents, 100 without (JPY). */
export function minorUnit(currency: string | null): number {
  return currency !== null && wholeCurrencies.has(currency) ? 100 : 1;
}

/** `amount` (hundredths) × `basisPoints` / 10000, rounded half up once to the currency's minor unit. */
export function percentageOf(amount: number, basisPoints: number, currency: string | null): number {
  return portionOf(amount, basisPoints, 10_000, minorUnit(currency));
}

/** `amount` × `part` / `whole`, rounded half up once to a multiple of `unit`; exact for any amount. `whole` must be positive. */
export function portionOf(amount: number, part: number, whole: number, unit: number): number {
  return Number(divideBigHalfUp(BigInt(amount) * BigInt(part), BigInt(whole) * BigInt(unit))) * unit;
}

function divideBigHalfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const quotient = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -quotient : quotient;
}
