import { exactBelow, scaled, scaledSmall, sumInMinorUnits, wholeFactor } from "../arithmetic.ts";
import { type PriceShare, shareOfPrice } from "../fees.ts";
import { type RoundingStep, roundUp } from "../rounding.ts";

/**
 * The steps of a price, each for all prices of a check-in day at once.
 *
 * Measured: a loop with one rounding costs little more than copying. So whatever can be decided is decided before a loop: `most`
 * is what none of the prices exceeds, and says whether products are small enough for `scaledSmall`. Where small integers meet,
 * the engine computes with integers and converts each of them: so a rounded number meets numbers out of Float64Arrays only. And
 * each array that a loop reads takes three registers, of which there are too few: so what belongs together stands in one array.
 */

const double = new Float64Array(1);

/** The same number out of a Float64Array. */
function asDouble(value: number): number {
  double[0] = value;
  return double[0];
}

/**
 * `prices` become differences of two running sums, in minor units.
 * @param places for each price that of the sum until the departure, then for each that of the sum before it, counted from `day`
 */
export function subtractAll(prices: Float64Array, sums: Float64Array, places: Int32Array, day: number): void {
  const count = prices.length;
  for (let index = 0; index < count; index++) {
    const sum = (sums[day + (places[index] ?? 0)] ?? 0) - (sums[day + (places[index + count] ?? 0)] ?? 0);
    prices[index] = sumInMinorUnits(sum);
  }
}

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
  const by = asDouble(factor);
  const up = asDouble(step - 1);
  const unit = asDouble(step);
  for (let index = 0; index < count; index++) {
    to[index] = Math.floor((scaledSmall(from[index] ?? 0, by) + up) * perUnit) * unit;
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
export class UsualLines {
  readonly amounts: Float64Array;
  readonly tax: Percentages;
  readonly shares: Shares;
  /** The amounts, then the percentages of the tax. */
  readonly packed: Float64Array;

  constructor(amounts: Float64Array, tax: Percentages, shares: Shares) {
    this.packed = new Float64Array(2 * amounts.length);
    this.packed.set(amounts);
    this.packed.set(tax.byPlace, amounts.length);
    this.amounts = amounts;
    this.tax = tax;
    this.shares = shares;
  }
}

/** The prices of a day: `all` are those before offers, then the rental prices, then the final ones. */
export interface PricesOfKinds {
  readonly all: Float64Array;
  readonly rental: Float64Array;
  readonly final: Float64Array;
  /** No rental price is above this. */
  readonly most: number;
}

/** The final prices become the rental prices with all of these. */
export function addUsualLines({ all, rental, final, most }: PricesOfKinds, lines: UsualLines): void {
  const { packed, tax, shares } = lines;
  const count = rental.length;
  if (shares.rate === undefined || most * Math.max(shares.rate, tax.largest) >= exactBelow) {
    addAmountsAndTax(final, rental, lines.amounts, tax, most);
    addShares(final, rental, shares, new Float64Array(count), most);
    return;
  }
  const rate = asDouble(shares.rate);
  const cap = asDouble(shares.cap);
  const firstFinal = 2 * count;
  for (let index = 0; index < count; index++) {
    const price = all[index + count] ?? 0;
    const onPrice = scaledSmall(price, packed[index + count] ?? 0);
    all[index + firstFinal] = price + (packed[index] ?? 0) + onPrice + Math.min(scaledSmall(price, rate), cap);
  }
}
