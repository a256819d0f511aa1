import { minorUnit } from "../../rounding.ts";
import { largestStay, sumInMinorUnits, wholeFactor } from "../arithmetic.ts";
import { type Lengths, longestLength } from "../check-ins.ts";
import type { RateBook } from "../rate-book.ts";
import { type RoundingStep, roundingStep } from "../rounding.ts";
import type { LengthClass } from "./booking-windows.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import { sumOf } from "./night-sums.ts";
import { roundAll, scaleAll } from "./passes.ts";

/**
 * The prices of one group of occupancies on one check-in day for the lengths 1 … 30: minor units, and amounts once `finish` is
 * called.
 */
export class DayPrices {
  /** The place of the group among all. */
  readonly group: number;
  /** Before special offers, of the rental, and final. */
  readonly before: Float64Array = new Float64Array(longestLength);
  readonly rental: Float64Array = new Float64Array(longestLength);
  readonly final: Float64Array = new Float64Array(longestLength);
  /** No rental price of the day is above this. */
  most = 0;
  readonly #largest: number;
  readonly #rounding: RoundingStep;
  readonly #unit: number;
  /** All prices are 0 and stay so until nights are added. */
  #areRefused = true;

  constructor(book: RateBook, group: number) {
    this.group = group;
    this.#largest = largestStay(book.currency);
    this.#rounding = roundingStep(book.roundingKind, book.currency);
    this.#unit = minorUnit(book.currency);
  }

  /**
   * Steps (b) to (d) of pricing.md §3: what the charged nights cost together, rounded to the minor unit.
   * @returns the lengths that cost more than can be stored
   */
  addNights(classes: readonly LengthClass[], { first, end }: ChargedRanges): Lengths {
    const { before, group } = this;
    let tooDear: Lengths = 0;
    let most = 0;
    for (const { from, to, sumsOfGroups } of classes) {
      const nights = sumsOfGroups[group];
      if (!nights) continue;
      most = Math.max(most, nights.total);
      if (nights.total > this.#largest) {
        for (let place = from - 1; place < to - 1; place++) {
          const sum = sumOf(nights, (first[place] ?? 0) - nights.first, (end[place] ?? 0) - nights.first);
          before[place] = sumInMinorUnits(sum);
          if (sum > this.#largest) tooDear |= 1 << place;
        }
        continue;
      }
      const { sums, first: start } = nights;
      for (let place = from - 1; place < to - 1; place++) {
        const charged = (end[place] ?? 0) - start;
        const skipped = (first[place] ?? 0) - start;
        before[place] = sumInMinorUnits((sums[charged] ?? 0) - (sums[skipped] ?? 0));
      }
    }
    this.most = sumInMinorUnits(most);
    this.#areRefused = false;
    return tooDear;
  }

  /** Steps (e) to (g), by the factor that a special offer leaves and that of the price increase. */
  adjust(offer: number, increase: number): void {
    const { before, rental } = this;
    scaleAll(before, rental, offer, this.most);
    if (increase !== wholeFactor) scaleAll(rental, rental, increase, this.most);
    roundAll(rental, this.#rounding);
    this.most = this.most * Math.max(1, increase / wholeFactor) + 2 * this.#rounding.step;
  }

  /** Refuses all lengths. Days on which nothing can be booked come in runs, so this is often so already. */
  refuseAll(): void {
    if (this.#areRefused) return;
    this.before.fill(0);
    this.rental.fill(0);
    this.final.fill(0);
    this.#areRefused = true;
  }

  /** Refuses lengths: their prices are 0. Those of the others become amounts. */
  finish(refused: Lengths): void {
    const { before, rental, final } = this;
    for (let left = refused; left !== 0; left &= left - 1) {
      const place = 31 - Math.clz32(left & -left);
      before[place] = 0;
      rental[place] = 0;
      final[place] = 0;
    }
    if (this.#unit === 1) return;
    for (const prices of [before, rental, final]) {
      for (let place = 0; place < longestLength; place++) prices[place] = (prices[place] ?? 0) * this.#unit;
    }
  }
}
