import { largestHundredths } from "../hundredths.ts";
import { minorUnit } from "../rounding.ts";

/**
 * The arithmetic that the quote and the length-of-stay records share (pricing.md, preamble). Three scales, all integers:
 *
 * - an **amount** is in hundredths of the currency's unit, as everywhere in Roost: 50.25 is 5025, in EUR and in JPY;
 * - a **night's price** is in hundredths of the minor unit: 50.25 EUR is 502,500, 50 JPY is 5,000;
 * - a **stay's price** is in minor units: 50.25 EUR is 5,025, 50 JPY is 50.
 *
 * Percentages are basis points, and a factor is 10,000 + percentage: +20 % is the factor 12,000. Doubles hold integers exactly
 * up to 2^53. A stay whose nights add up to more than `largestStay`, what a column of the database can hold, is refused, and so is
 * one whose final price is more than that: the sums that matter stay a hundred times below 2^53.
 */

/** The factor that changes nothing. */
export const wholeFactor = 10_000;

/** Products below this are small: see `scaledSmall`. */
export const exactBelow = 2 ** 52 - 5_000;

/** `value` × `factor` / 10,000, rounded half up. Both are integers and not negative. */
export function scaled(value: number, factor: number): number {
  if (value * factor < exactBelow) return scaledSmall(value, factor);
  const whole = Math.floor(value / 10_000);
  const rest = value - whole * 10_000;
  return whole * factor + Math.floor((rest * factor + 5_000) / 10_000);
}

/**
 * The same where value × factor < `exactBelow`.
 *
 * Dividing is the slowest thing a price is made of, so it is a multiplication here. The double 0.0001 lies above 1/10,000 by
 * 5e-17 of itself: a multiple of 10,000 never comes out below its quotient, and what is 1 short of one stays below it as long
 * as the two errors (1.6e-16 of the quotient together) are less than 0.0001, that is below 6e15. 2^52 is 4.5e15.
 */
export function scaledSmall(value: number, factor: number): number {
  return Math.floor((value * factor + 5_000) * 0.0001);
}

/**
 * The sum of a stay's nights (hundredths of the minor unit) in minor units, rounded half up; exact below 2^52 by the same
 * argument.
 */
export function sumInMinorUnits(sum: number): number {
  return Math.floor((sum + 50) * 0.01);
}

/** `value` × `numerator` / `denominator`, rounded half up; exact while the result and denominator × numerator are below 2^53. */
export function fraction(value: number, numerator: number, denominator: number): number {
  const whole = Math.floor(value / denominator);
  const rest = value - whole * denominator;
  return whole * numerator + Math.floor((2 * rest * numerator + denominator) / (2 * denominator));
}

/** How many hundredths of the minor unit one hundredth of the unit is: 100 with cents, 1 without (JPY). */
export function nightPricePerAmount(currency: string): number {
  return 100 / minorUnit(currency);
}

/** The dearest stay that is priced: 9,999,999,999.99 of any currency, in hundredths of its minor unit. */
export function largestStay(currency: string): number {
  return largestHundredths * nightPricePerAmount(currency);
}

/** An amount in minor units, rounded half up where the currency has no cents. */
export function amountInMinorUnits(amount: number, currency: string): number {
  const unit = minorUnit(currency);
  return unit === 1 ? amount : Math.floor((amount + unit / 2) / unit);
}

/** Minor units as an amount. */
export function amountOf(minorUnits: number, currency: string): number {
  return minorUnits * minorUnit(currency);
}
