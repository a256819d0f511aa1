import { exactBelow, scaled, scaledSmall, wholeFactor } from "../arithmetic.ts";
import { type PriceShare, shareOfPrice } from "../fees.ts";
import { type RoundingStep, roundUp } from "../rounding.ts";

/**
 * The steps of a price, each for the 30 lengths of a check-in day at once.
 *
 * Measured: plain loops with one rounding each, which is the last thing they do, are three times as fast as one loop that does
 * everything, and as fast as copying. So whatever can be decided is decided before a loop: `most` is what none of the prices
 * exceeds, and says whether products are small enough for `scaledSmall`. The 30 is `longestLength`: written out, the compiler
 * knows what it is, and a loop takes two thirds of the time.
 */

/** `to` becomes `from` × `factor` / 10,000. */
export function scaleAll(from: Float64Array, to: Float64Array, factor: number, most: number): void {
  if (factor === wholeFactor) {
    for (let place = 0; place < 30; place++) to[place] = from[place] ?? 0;
  } else if (most * factor < exactBelow) {
    for (let place = 0; place < 30; place++) to[place] = scaledSmall(from[place] ?? 0, factor);
  } else {
    for (let place = 0; place < 30; place++) to[place] = scaled(from[place] ?? 0, factor);
  }
}

/** `roundUp` in place. */
export function roundAll(prices: Float64Array, rounding: RoundingStep): void {
  const { step, perUnit, short } = rounding;
  if (step === 1) return;
  if (short > 0) {
    for (let place = 0; place < 30; place++) prices[place] = roundUp(prices[place] ?? 0, rounding);
    return;
  }
  const up = step - 1;
  for (let place = 0; place < 30; place++) prices[place] = Math.floor(((prices[place] ?? 0) + up) * perUnit);
  for (let place = 0; place < 30; place++) prices[place] = (prices[place] ?? 0) * step;
}

/** `sums` becomes `some` + `others`. */
export function addAll(some: Float64Array, others: Float64Array, sums: Float64Array): void {
  for (let place = 0; place < 30; place++) sums[place] = (some[place] ?? 0) + (others[place] ?? 0);
}

/** Of one tax: its percentage by length of stay, 0 where it is not levied, and the largest of them. */
export interface Percentages {
  readonly byLength: Float64Array;
  readonly largest: number;
}

/** Adds to each sum the tax on its amount. */
export function addTax(sums: Float64Array, amounts: Float64Array, tax: Percentages, most: number): void {
  const { byLength, largest } = tax;
  if (most * largest < exactBelow) {
    for (let place = 0; place < 30; place++) {
      sums[place] = (sums[place] ?? 0) + scaledSmall(amounts[place] ?? 0, byLength[place] ?? 0);
    }
  } else {
    for (let place = 0; place < 30; place++) {
      sums[place] = (sums[place] ?? 0) + scaled(amounts[place] ?? 0, byLength[place] ?? 0);
    }
  }
}

/** `fees` becomes the share of each price, times `quantity`, and is added to the sums. */
export function addShares(
  sums: Float64Array,
  prices: Float64Array,
  share: PriceShare,
  quantity: number,
  fees: Float64Array,
  most: number,
): void {
  const { rate, denominator, most: cap } = share;
  if (denominator === wholeFactor && most * rate < exactBelow) {
    for (let place = 0; place < 30; place++) fees[place] = scaledSmall(prices[place] ?? 0, rate);
    for (let place = 0; place < 30; place++) fees[place] = Math.min(fees[place] ?? 0, cap) * quantity;
  } else {
    for (let place = 0; place < 30; place++) fees[place] = shareOfPrice(prices[place] ?? 0, share) * quantity;
  }
  addAll(sums, fees, sums);
}
