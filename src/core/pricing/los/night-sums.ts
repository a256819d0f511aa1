import type { NightWindow } from "../night-window.ts";
import { multiply, type NightTable } from "./night-prices.ts";

/**
 * The prices of the nights of a window by step (c) of pricing.md §3, and their running sums: one row for each group of
 * occupancies under each combination of rules for stay length that occurs.
 *
 * A night's price is rounded before it enters a sum, so sums of nights are exact, and the price of a stay is the difference of
 * two running sums. They are doubles: integers are exact in them up to 2^53, which is 1096 nights of 820 million each. 32-bit
 * integers would end at 1096 nights of 195; BigInt64Array makes an object of each number that is read. Beyond 2^53 the nights
 * are added up one by one.
 */
export class NightSums {
  /** All rows, one after the other. Index n of a row: the sum of the n nights from the first on. */
  sums: Float64Array;
  /** From a row to that of the next group. */
  readonly stride: number;
  /** No sum is above this. */
  most = 0;
  /** The nights of a row. */
  readonly reach: NightWindow;
  /** The nights of the rows whose sums are not exact, by the index at which the row begins. */
  readonly #inexact = new Map<number, Float64Array>();
  #used = 0;
  /** Room for the nights of a row. */
  readonly #nights: Float64Array;

  /** @param rows how many there will probably be */
  constructor(reach: NightWindow, rows: number) {
    this.reach = reach;
    this.stride = reach.end - reach.first + 1;
    this.sums = new Float64Array(rows * this.stride);
    this.#nights = new Float64Array(reach.end - reach.first);
  }

  /**
   * Adds a row for each group: its prices, changed by the factors of the rules that match, and no lower than the floors.
   * @param window of the prices, the factors and the floors
   * @returns what has to be added to a night for its index in the row of the first group
   */
  addRows(
    window: NightWindow,
    prices: readonly NightTable[],
    factors: readonly NightTable[],
    floors: Float64Array,
  ): number {
    const start = this.#used;
    this.#used += prices.length * this.stride;
    if (this.#used > this.sums.length) this.#grow();
    const from = this.reach.first - window.first;
    const to = this.reach.end - window.first;
    const nights = this.#nights;
    for (let group = 0, row = start; group < prices.length; group++, row += this.stride) {
      const table = prices[group];
      if (!table) continue;
      nights.set(table.values.subarray(from, to));
      let { most } = table;
      for (const byNight of factors) most = multiply(nights, most, byNight, from);
      const sum = addUp(nights, floors.subarray(from, to), this.sums.subarray(row, row + this.stride));
      if (sum > Number.MAX_SAFE_INTEGER) this.#inexact.set(row, nights.slice());
      this.most = Math.max(this.most, sum);
    }
    return start - this.reach.first;
  }

  /** What the nights `first` … `end` - 1 of a row cost together, whether the sums are exact or not. */
  between(start: number, first: number, end: number): number {
    const nights = this.#inexact.get(start + this.reach.first);
    if (!nights) return (this.sums[start + end] ?? 0) - (this.sums[start + first] ?? 0);
    let sum = 0;
    for (let night = first; night < end; night++) sum += nights[night - this.reach.first] ?? 0;
    return sum;
  }

  #grow(): void {
    const { sums } = this;
    this.sums = new Float64Array(2 * this.#used);
    this.sums.set(sums);
  }
}

/** Raises the nights to the floors and writes their running sums. @returns the sum of all */
function addUp(nights: Float64Array, floors: Float64Array, sums: Float64Array): number {
  const count = nights.length;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const price = nights[index] ?? 0;
    const floor = floors[index] ?? 0;
    if (price < floor) nights[index] = floor;
    sum += price < floor ? floor : price;
    sums[index + 1] = sum;
  }
  return sum;
}
