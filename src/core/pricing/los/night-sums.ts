import type { NightWindow, Span } from "../stay/night-window.ts";
import type { NightKinds } from "./night-kinds.ts";
import { multiply, type NightTable } from "./night-prices.ts";

/**
 * The night prices of a window by step (c) of pricing.md §3, and their running sums: a row per group of occupancies and combination of stay
 * length rules.
 *
 * Night prices are rounded before they are summed, so a stay's price is the exact difference of two running sums. Doubles are exact up to
 * 2^53, which is 1096 nights of 820 million each. Int32 would overflow at 195 per night, and BigInt64Array allocates on every read.
 * Beyond 2^53 the nights are added one by one.
 */
export class NightSums {
  /** All rows in order. Index n of a row is the sum of its first n nights. */
  sums: Float64Array;
  /** The distance from a row to the next group's. */
  readonly stride: number;
  /** An upper bound of the sums. */
  max = 0;
  /** The nights of a row. */
  readonly reach: NightWindow;
  /** The nights' kinds, and the span of kinds that occur. */
  readonly #kinds: Int32Array;
  readonly #span: Span;
  /** Prices by kind for rows whose sums are inexact, by the row's start index. */
  readonly #inexact = new Map<number, Float64Array>();
  #used = 0;
  /** Scratch space for a row's prices by kind. */
  readonly #prices: Float64Array;

  /** @param rows the expected number of rows */
  constructor({ window, ofNights, firsts }: NightKinds, reach: NightWindow, rows: number) {
    this.reach = reach;
    this.stride = reach.end - reach.first + 1;
    this.sums = new Float64Array(rows * this.stride);
    this.#kinds = ofNights.subarray(reach.first - window.first, reach.end - window.first);
    this.#span = spanOf(this.#kinds);
    this.#prices = new Float64Array(firsts.length);
  }

  /**
   * Adds a row for each group: its prices, multiplied by the matching rules' factors, and raised to the floors.
   * @param prices by kind of night, like factors and floors
   * @returns the offset from a night to its index in the first group's row
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
      factors.reduce((max, factor) => multiply(byKind, max, factor, this.#span), table.max);
      raise(byKind, floors, this.#span);
      const sum = addUp(this.#kinds, byKind, this.sums, row);
      if (sum > Number.MAX_SAFE_INTEGER) this.#inexact.set(row, byKind.slice());
      this.max = Math.max(this.max, sum);
    }
    return start - this.reach.first;
  }

  /** The price of the nights `first` … `end` - 1 of a row, also where its sums are inexact. */
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

/** The range of some kinds. */
function spanOf(kinds: Int32Array): Span {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let index = 0; index < kinds.length; index++) {
    from = Math.min(from, kinds[index] ?? 0);
    to = Math.max(to, (kinds[index] ?? 0) + 1);
  }
  return { from: Math.min(from, to), to };
}

/** Raises the prices of a span to their floors. */
function raise(prices: Float64Array, floors: Float64Array, { from, to }: Span): void {
  for (let index = from; index < to; index++) {
    const floor = floors[index] ?? 0;
    if ((prices[index] ?? 0) < floor) prices[index] = floor;
  }
}

/** Writes the running sums of nights into a row. @returns the total */
function addUp(kinds: Int32Array, prices: Float64Array, sums: Float64Array, row: number): number {
  const count = kinds.length;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += prices[kinds[index] ?? 0] ?? 0;
    sums[row + index + 1] = sum;
  }
  return sum;
}
