import { exactBelow, scaled, scaledSmall, wholeFactor } from "../arithmetic.ts";
import { type PriceShare, shareOfPrice } from "../fees.ts";
import { type RoundingStep, roundUp } from "../rounding.ts";

/**
 * The steps of a price, each for all prices of a check-in day at once.
 *
 * Measured: a loop with one rounding costs little more than copying. So whatever can be decided is decided before a loop: `most`
 * is what none of the prices exceeds, and says whether products are small enough for `scaledSmall`. Loops in which one rounded
 * number was calculated with another were slower: a rounded number meets numbers out of arrays only, or goes through an array itself.
 */

/** `to` becomes `from` × `factor` / 10,000. */
export function scaleAll(from: Float64Array, to: Float64Array, factor: number, most: number): void {
  const count = to.length;
  if (factor === wholeFactor) {
    to.set(from);
  } else if (most * factor < exactBelow) {
    for (let index = 0; index < count; index++) to[index] = scaledSmall(from[index] ?? 0, factor);
  } else {
    for (let index = 0; index < count; index++) to[index] = scaled(from[index] ?? 0, factor);
  }
}

/** `to` becomes `from` × `factor` / 10,000, then `roundUp` of that. */
export function scaleAndRoundAll(
  from: Float64Array,
  to: Float64Array,
  factor: number,
  rounding: RoundingStep,
  most: number,
): void {
  const { step, perUnit, short } = rounding;
  const count = to.length;
  if (step === 1 || short > 0 || most * factor >= exactBelow) {
    scaleAll(from, to, factor, most);
    if (step > 1) for (let index = 0; index < count; index++) to[index] = roundUp(to[index] ?? 0, rounding);
    return;
  }
  const up = step - 1;
  for (let index = 0; index < count; index++) {
    to[index] = scaledSmall(from[index] ?? 0, factor);
    to[index] = Math.floor(((to[index] ?? 0) + up) * perUnit);
    to[index] = (to[index] ?? 0) * step;
  }
}

/** Of one tax: the percentage at which it is levied on each price, 0 where it is not, and the largest of them. */
export interface Percentages {
  readonly byPlace: Float64Array;
  readonly largest: number;
}

/**
 * `sums` becomes the prices, with an amount added to each, and with the tax on it. One tax is enough for most rentals, and in
 * this loop it costs a third of what it costs in one of its own.
 */
export function addAmountsAndTax(
  sums: Float64Array,
  prices: Float64Array,
  amounts: Float64Array,
  tax: Percentages,
  most: number,
): void {
  const { byPlace, largest } = tax;
  const count = sums.length;
  if (most * largest < exactBelow) {
    for (let index = 0; index < count; index++) {
      const price = prices[index] ?? 0;
      sums[index] = price + (amounts[index] ?? 0) + scaledSmall(price, byPlace[index] ?? 0);
    }
  } else {
    for (let index = 0; index < count; index++) sums[index] = (prices[index] ?? 0) + (amounts[index] ?? 0);
    addTax(sums, prices, tax, most);
  }
}

/** Adds to each sum the tax on its amount. */
export function addTax(sums: Float64Array, amounts: Float64Array, tax: Percentages, most: number): void {
  const { byPlace, largest } = tax;
  const count = sums.length;
  if (most * largest < exactBelow) {
    for (let index = 0; index < count; index++) {
      sums[index] = (sums[index] ?? 0) + scaledSmall(amounts[index] ?? 0, byPlace[index] ?? 0);
    }
  } else {
    for (let index = 0; index < count; index++) {
      sums[index] = (sums[index] ?? 0) + scaled(amounts[index] ?? 0, byPlace[index] ?? 0);
    }
  }
}

/** Of one fee that is a percentage: what it takes of each price, and how many units of that are charged. */
export interface Shares {
  readonly byPlace: readonly PriceShare[];
  /** What one unit is at most. */
  readonly cap: number;
  readonly quantities: Float64Array;
  /** The rate of all of them where each is a number of 10,000ths of the price; otherwise nothing. */
  readonly rate: number | undefined;
  /** No fee is a larger multiple of the price than this. */
  readonly largest: number;
}

/** `fees` becomes the shares of the prices, and is added to the sums. */
export function addShares(
  sums: Float64Array,
  prices: Float64Array,
  shares: Shares,
  fees: Float64Array,
  most: number,
): void {
  const { byPlace, cap, quantities, rate } = shares;
  const count = sums.length;
  if (rate !== undefined && most * rate < exactBelow) {
    for (let index = 0; index < count; index++) {
      const fee = Math.min(scaledSmall(prices[index] ?? 0, rate), cap) * (quantities[index] ?? 0);
      fees[index] = fee;
      sums[index] = (sums[index] ?? 0) + fee;
    }
    return;
  }
  byPlace.forEach((share, index) => {
    const fee = shareOfPrice(prices[index] ?? 0, share) * (quantities[index] ?? 0);
    fees[index] = fee;
    sums[index] = (sums[index] ?? 0) + fee;
  });
}

/** What is usual: amounts, one tax, and one unit of one fee that is a percentage of the price and is not taxed. */
export interface UsualLines {
  readonly amounts: Float64Array;
  readonly tax: Percentages;
  readonly shares: Shares;
  /** Room for the fees of the day. */
  readonly fees: Float64Array;
}

/**
 * `sums` becomes the prices with all of these, in one pass over few arrays: one that read seven of them took longer than two loops.
 */
export function addUsualLines(
  sums: Float64Array,
  prices: Float64Array,
  { amounts, tax, shares, fees }: UsualLines,
  most: number,
): void {
  const { rate, cap } = shares;
  const { byPlace, largest } = tax;
  const count = sums.length;
  if (rate === undefined || most * Math.max(rate, largest) >= exactBelow) {
    addAmountsAndTax(sums, prices, amounts, tax, most);
    addShares(sums, prices, shares, fees, most);
    return;
  }
  for (let index = 0; index < count; index++) {
    const price = prices[index] ?? 0;
    const onPrice = scaledSmall(price, byPlace[index] ?? 0);
    sums[index] = price + (amounts[index] ?? 0) + onPrice + Math.min(scaledSmall(price, rate), cap);
  }
}
