import { exactBelow, scaled, scaledSmall, sumInMinorUnits, wholeFactor } from "../arithmetic.ts";
import { type PriceShare, shareOfPrice } from "../fees.ts";
import { type RoundingStep, roundUp } from "../rounding.ts";

/**
 * The steps of a price, each for all prices of a check-in day.
 *
 * Measured: a loop with one rounding costs little more than copying, so decisions are made outside the loops. `max` bounds the prices and
 * decides whether `scaledSmall` is exact. Small integers would make the engine use integer arithmetic and convert each value, so factors
 * pass through `asDouble`. Each array takes three registers, which are scarce, so related data shares an array.
 */

const double = new Float64Array(1);

/** The number, read from a Float64Array, so that the engine treats it as a double. */
function asDouble(value: number): number {
  double[0] = value;
  return double[0];
}

/**
 * Sets `prices` to differences of two running sums, in minor units.
 * @param positions per price the sum up to the departure, then per price the sum before the first night, relative to `day`
 */
export function subtractAll(prices: Float64Array, sums: Float64Array, positions: Int32Array, day: number): void {
  const count = prices.length;
  for (let index = 0; index < count; index++) {
    const sum = (sums[day + (positions[index] ?? 0)] ?? 0) - (sums[day + (positions[index + count] ?? 0)] ?? 0);
    prices[index] = sumInMinorUnits(sum);
  }
}

/** Sets `to` to `from` × `factor` / 10,000. */
export function scaleAll(from: Float64Array, to: Float64Array, factor: number, max: number): void {
  const count = to.length;
  if (factor === wholeFactor) {
    to.set(from);
  } else if (max * factor < exactBelow) {
    for (let index = 0; index < count; index++) to[index] = scaledSmall(from[index] ?? 0, factor);
  } else {
    for (let index = 0; index < count; index++) to[index] = scaled(from[index] ?? 0, factor);
  }
}

/** Sets `to` to `roundUp` of `from` × `factor` / 10,000. */
export function scaleAndRoundAll(
  from: Float64Array,
  to: Float64Array,
  factor: number,
  rounding: RoundingStep,
  max: number,
): void {
  const { step, perUnit, short } = rounding;
  const count = to.length;
  if (step === 1 || short > 0 || max * factor >= exactBelow) {
    scaleAll(from, to, factor, max);
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

/** A tax: its percentage on each price, 0 where it is not levied, and the largest of them. */
export interface Percentages {
  readonly byIndex: Float64Array;
  readonly largest: number;
}

/** Sets `sums` to prices plus amounts plus a tax. Most rentals have one tax, and here it costs a third of a separate loop. */
export function addAmountsAndTax(
  sums: Float64Array,
  prices: Float64Array,
  amounts: Float64Array,
  tax: Percentages,
  max: number,
): void {
  const { byIndex, largest } = tax;
  const count = sums.length;
  if (max * largest < exactBelow) {
    for (let index = 0; index < count; index++) {
      const price = prices[index] ?? 0;
      sums[index] = price + (amounts[index] ?? 0) + scaledSmall(price, byIndex[index] ?? 0);
    }
  } else {
    for (let index = 0; index < count; index++) sums[index] = (prices[index] ?? 0) + (amounts[index] ?? 0);
    addTax(sums, prices, tax, max);
  }
}

/** Adds the tax on each amount to its sum. */
export function addTax(sums: Float64Array, amounts: Float64Array, tax: Percentages, max: number): void {
  const { byIndex, largest } = tax;
  const count = sums.length;
  if (max * largest < exactBelow) {
    for (let index = 0; index < count; index++) {
      sums[index] = (sums[index] ?? 0) + scaledSmall(amounts[index] ?? 0, byIndex[index] ?? 0);
    }
  } else {
    for (let index = 0; index < count; index++) {
      sums[index] = (sums[index] ?? 0) + scaled(amounts[index] ?? 0, byIndex[index] ?? 0);
    }
  }
}

/** A percentage fee: its share of each price, and the charged units. */
export interface Shares {
  readonly byIndex: readonly PriceShare[];
  /** The maximum of one unit. */
  readonly cap: number;
  readonly quantities: Float64Array;
  /** The common rate, where every share is a number of 10,000ths of the price; otherwise undefined. */
  readonly rate: number | undefined;
  /** An upper bound of the fee as a multiple of the price. */
  readonly largest: number;
}

/** Sets `fees` to the shares of the prices and adds them to the sums. */
export function addShares(
  sums: Float64Array,
  prices: Float64Array,
  shares: Shares,
  fees: Float64Array,
  max: number,
): void {
  const { byIndex, cap, quantities, rate } = shares;
  const count = sums.length;
  if (rate !== undefined && max * rate < exactBelow) {
    for (let index = 0; index < count; index++) {
      const fee = Math.min(scaledSmall(prices[index] ?? 0, rate), cap) * (quantities[index] ?? 0);
      fees[index] = fee;
      sums[index] = (sums[index] ?? 0) + fee;
    }
    return;
  }
  byIndex.forEach((share, index) => {
    const fee = shareOfPrice(prices[index] ?? 0, share) * (quantities[index] ?? 0);
    fees[index] = fee;
    sums[index] = (sums[index] ?? 0) + fee;
  });
}

/** The common case: amounts, one tax, and one unit of an untaxed percentage fee. */
export class CommonLines {
  readonly amounts: Float64Array;
  readonly tax: Percentages;
  readonly shares: Shares;
  /** The amounts, followed by the tax percentages. */
  readonly packed: Float64Array;

  constructor(amounts: Float64Array, tax: Percentages, shares: Shares) {
    this.packed = new Float64Array(2 * amounts.length);
    this.packed.set(amounts);
    this.packed.set(tax.byIndex, amounts.length);
    this.amounts = amounts;
    this.tax = tax;
    this.shares = shares;
  }
}

/** A day's prices. `all` contains those before offers, the rental prices and the final prices, in this order. */
export interface PricesOfKinds {
  readonly all: Float64Array;
  readonly rental: Float64Array;
  readonly final: Float64Array;
  /** An upper bound of the rental prices. */
  readonly max: number;
}

/** Sets the final prices to the rental prices plus these lines. */
export function addCommonLines({ all, rental, final, max }: PricesOfKinds, lines: CommonLines): void {
  const { packed, tax, shares } = lines;
  const count = rental.length;
  if (shares.rate === undefined || max * Math.max(shares.rate, tax.largest) >= exactBelow) {
    addAmountsAndTax(final, rental, lines.amounts, tax, max);
    addShares(final, rental, shares, new Float64Array(count), max);
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
