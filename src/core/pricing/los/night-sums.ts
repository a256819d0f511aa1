import type { NightWindow, Span } from "../stay/night-window.ts";
import type { NightKinds } from "./night-kinds.ts";
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
  /** Their kinds, and the span of all kinds that these are in. */
  readonly #kinds: Int32Array;
  readonly #span: Span;
  /** The prices by kind of the rows whose sums are not exact, by the index at which the row begins. */
  readonly #inexact = new Map<number, Float64Array>();
  #used = 0;
  /** Room for the prices of a row by kind. */
  readonly #prices: Float64Array;

  /** @param rows how many there will probably be */
  constructor({ window, ofNights, firsts }: NightKinds, reach: NightWindow, rows: number) {
    this.reach = reach;
    this.stride = reach.end - reach.first + 1;
    this.sums = new Float64Array(rows * this.stride);
    this.#kinds = ofNights.subarray(reach.first - window.first, reach.end - window.first);
    this.#span = spanOf(this.#kinds);
    this.#prices = new Float64Array(firsts.length);
  }

  /**
   * Adds a row for each group: its prices, changed by the factors of the rules that match, and no lower than the floors.
   * @param prices like factors and floors, by kinds of nights
   * @returns what has to be added to a night for its index in the row of the first group
   */
  addRows(prices: readonly NightTable[], factors: readonly NightTable[], floors: Float64Array): number {
    const start = this.#used;
    this.#used += prices.length * this.stride;
    if (this.#used > this.sums.length) this.#grow();
    for (let group = 0, row = start; group < prices.length; group++, row += this.stride) {
      const table = prices[group];
      if (!table) continue;
      const byKind = this.#prices;
      byKind.set(table.values);
      factors.reduce((most, factor) => multiply(byKind, most, factor, this.#span), table.most);
      raise(byKind, floors, this.#span);
      const sum = addUp(this.#kinds, byKind, this.sums, row);
      if (sum > Number.MAX_SAFE_INTEGER) this.#inexact.set(row, byKind.slice());
      this.most = Math.max(this.most, sum);
    }
    return start - this.reach.first;
  }

  /** What the nights `first` … `end` - 1 of a row cost together, whether the sums are exact or not. */
  between(start: number, first: number, end: number): number {
    const prices = this.#inexact.get(start + this.reach.first);
    if (!prices) return (this.sums[start + end] ?? 0) - (this.sums[start + first] ?? 0);
    let sum = 0;
    for (let night = first; night < end; night++) sum += prices[this.#kinds[night - this.reach.first] ?? 0] ?? 0;
    return sum;
  }

  #grow(): void {
    const { sums } = this;
    this.sums = new Float64Array(2 * this.#used);
    this.sums.set(sums);
  }
}

/** From the lowest of some kinds to the highest. */
function spanOf(kinds: Int32Array): Span {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let index = 0; index < kinds.length; index++) {
    from = Math.min(from, kinds[index] ?? 0);
    to = Math.max(to, (kinds[index] ?? 0) + 1);
  }
  return { from: Math.min(from, to), to };
}

/** Raises prices of a span to their floors. */
function raise(prices: Float64Array, floors: Float64Array, { from, to }: Span): void {
  for (let index = from; index < to; index++) {
    const floor = floors[index] ?? 0;
    if ((prices[index] ?? 0) < floor) prices[index] = floor;
  }
}

/** Writes the running sums of nights of these kinds into a row. @returns the sum of all */
function addUp(kinds: Int32Array, prices: Float64Array, sums: Float64Array, row: number): number {
  const count = kinds.length;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += prices[kinds[index] ?? 0] ?? 0;
    sums[row + index + 1] = sum;
  }
  return sum;
}
