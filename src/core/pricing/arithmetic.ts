import { largestHundredths } from "../hundredths.ts";
import { minorUnit } from "../rounding.ts";

/**
 * The arithmetic of quotes and length-of-stay records (pricing.md, preamble). Three scales, all integers:
 *
 * - an **amount** is in hundredths of the currency's unit: 50.25 is 5025, in EUR and in JPY;
 * - a **night's price** is in hundredths of the minor unit: 50.25 EUR is 502,500, 50 JPY is 5,000;
 * - a **stay's price** is in minor units: 50.25 EUR is 5,025, 50 JPY is 50.
 *
 * Percentages are basis points, and a factor is 10,000 + percentage: +20% is the factor 12,000. Doubles hold integers exactly up to 2^53.
 * Stays above `largestStay` (the maximum of a database column) are refused, so relevant sums stay a hundred times below 2^53.
 */

/** The neutral factor. */
export const wholeFactor = 10_000;

/** The limit for products in `scaledSmall`. */
export const exactBelow = 2 ** 52 - 5_000;

/** `value` × `factor` / 10,000, rounded half up; both are non-negative integers. */
export function scaled(value: number, factor: number): number {
  if (value * factor < exactBelow) return scaledSmall(value, factor);
  const whole = Math.floor(value / 10_000);
  const rest = value - whole * 10_000;
  return whole * factor + Math.floor((rest * factor + 5_000) / 10_000);
}

/**
 * The same for value × factor < `exactBelow`. Division is the slowest operation in pricing, so this multiplies. It is exact: the double
 * 0.0001 exceeds 1/10,000 by a factor of 1 + 5e-17, so a multiple of 10,000 never falls below its quotient. A value just below stays
 * below while the errors (1.6e-16 of the quotient) are under 0.0001, that is below 6e15; 2^52 is 4.5e15.
 */
export function scaledSmall(value: number, factor: number): number {
  return Math.floor((value * factor + 5_000) * 0.0001);
}

/** A sum of nights (hundredths of the minor unit) in minor units, rounded half up; exact below 2^52 for the same reason. */
export function sumInMinorUnits(sum: number): number {
  return Math.floor((sum + 50) * 0.01);
}

/** `value` × `numerator` / `denominator`, rounded half up; exact while the result and denominator × numerator are below 2^53. */
export function fraction(value: number, numerator: number, denominator: number): number {
  const whole = Math.floor(value / denominator);
  const rest = value - whole * denominator;
  return whole * numerator + Math.floor((2 * rest * numerator + denominator) / (2 * denominator));
}

/** Hundredths of the minor unit per hundredth of the unit: 100 with cents, 1 without (JPY). */
export function nightPricePerAmount(currency: string): number {
  return 100 / minorUnit(currency);
}

/** The highest price of a stay: 9,999,999,999.99 of any currency, in hundredths of its minor unit. */
export function largestStay(currency: string): number {
  return largestHundredths * nightPricePerAmount(currency);
}

/** An amount in minor units, rounded half up for currencies without cents. */
export function amountInMinorUnits(amount: number, currency: string): number {
  const unit = minorUnit(currency);
  return unit === 1 ? amount : Math.floor((amount + unit / 2) / unit);
}

/** Minor units as an amount. */
export function amountOf(minorUnits: number, currency: string): number {
  return minorUnits * minorUnit(currency);
}
