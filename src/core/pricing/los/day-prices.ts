import { largestHundredths } from "../../hundredths.ts";
import { minorUnit } from "../../rounding.ts";
import { largestStay, sumInMinorUnits, wholeFactor } from "../arithmetic.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { type RoundingStep, roundingStep } from "../rounding.ts";
import { type Lengths, maxStayLength } from "../stay/check-ins.ts";
import type { BookingWindows } from "./booking-windows.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import type { NightSums } from "./night-sums.ts";
import { scaleAll, scaleAndRoundAll, subtractAll } from "./passes.ts";

/** The prices of one check-in day, group by group with 30 lengths each: in minor units, and in amounts after `finish`. */
export class DayPrices {
  /** The prices of all kinds, in the order of `losKinds`. */
  readonly all: Float64Array;
  /** Views of `all`: before special offers, rental price, final price. */
  readonly before: Float64Array;
  readonly rental: Float64Array;
  readonly final: Float64Array;
  /** An upper bound of the day's rental prices. */
  max = 0;
  /** Per group, the lengths whose price exceeds the limit. */
  readonly #aboveLimit: Int32Array;
  #hasAboveLimit = false;
  readonly #largest: number;
  /** The limit of a final price in minor units. */
  readonly #largestFinal: number;
  readonly #rounding: RoundingStep;
  readonly #unit: number;
  /** The rows and charged ranges that the positions below belong to. */
  #rowOfLength: Int32Array = new Int32Array(maxStayLength);
  #ranges = -1;
  /** The positions of the two running sums whose difference is a price: see `subtractAll`. */
  readonly #positions: Int32Array;
  /** All prices are 0 until nights are added. */
  #areRefused = true;

  /** @param areExchanged final prices convert all prices into another currency, as amounts */
  constructor(book: RateBook, groups: number, areExchanged: boolean) {
    const count = groups * maxStayLength;
    this.all = new Float64Array(3 * count);
    this.before = this.all.subarray(0, count);
    this.rental = this.all.subarray(count, 2 * count);
    this.final = this.all.subarray(2 * count);
    this.#positions = new Int32Array(2 * count);
    this.#aboveLimit = new Int32Array(groups);
    this.#largest = largestStay(book.currency);
    this.#rounding = roundingStep(book.roundingKind, book.currency);
    this.#unit = areExchanged ? 1 : minorUnit(book.currency);
    this.#largestFinal = largestHundredths / minorUnit(book.currency);
  }

  /** Steps (b) to (d) of pricing.md §3: the sum of the charged nights, rounded to the minor unit. */
  addNights(day: number, { nights, rowOfLength }: BookingWindows, ranges: ChargedRanges): void {
    this.#areRefused = false;
    this.max = sumInMinorUnits(nights.max);
    if (rowOfLength !== this.#rowOfLength || ranges.version !== this.#ranges) {
      this.#rowOfLength = rowOfLength;
      this.#ranges = ranges.version;
      this.#locateSums(nights.stride, ranges);
    }
    if (nights.max > this.#largest) this.#addLargeSums(day, nights, ranges);
    else subtractAll(this.before, nights.sums, this.#positions, day);
  }

  #locateSums(stride: number, { first, end }: ChargedRanges): void {
    const positions = this.#positions;
    const count = this.before.length;
    for (let index = 0; index < maxStayLength; index++) {
      const row = this.#rowOfLength[index] ?? 0;
      positions[index] = row + (end[index] ?? 0);
      positions[index + count] = row + (first[index] ?? 0);
    }
    for (let index = maxStayLength; index < count; index++) {
      positions[index] = (positions[index - maxStayLength] ?? 0) + stride;
      positions[index + count] = (positions[index + count - maxStayLength] ?? 0) + stride;
    }
  }

  /** The same where a price can exceed the limit and sums may be inexact. */
  #addLargeSums(day: number, nights: NightSums, { first, end }: ChargedRanges): void {
    for (let group = 0; group < this.#aboveLimit.length; group++) {
      let aboveLimit: Lengths = 0;
      for (let index = 0; index < maxStayLength; index++) {
        const start = group * nights.stride + (this.#rowOfLength[index] ?? 0);
        const sum = nights.between(start, day + (first[index] ?? 0), day + (end[index] ?? 0));
        this.before[group * maxStayLength + index] = sumInMinorUnits(sum);
        if (sum > this.#largest) aboveLimit |= 1 << index;
      }
      this.#aboveLimit[group] = aboveLimit;
      this.#hasAboveLimit ||= aboveLimit !== 0;
    }
  }

  /** Steps (e) to (g). @param offer the factor that a special offer leaves @param increase the price increase's factor */
  adjust(offer: number, increase: number): void {
    const { before, rental } = this;
    if (offer !== wholeFactor) scaleAll(before, rental, offer, this.max);
    scaleAndRoundAll(offer === wholeFactor ? before : rental, rental, increase, this.#rounding, this.max);
    this.max = this.max * Math.max(1, increase / wholeFactor) + 2 * this.#rounding.step;
  }

  /** Whether final prices of the day can exceed the limit. @param max their upper bound */
  canExceedLimit(max: number): boolean {
    return max > this.#largestFinal;
  }

  /** Refuses the lengths whose final price exceeds the limit, as the quote does. */
  refuseAboveLimit(): void {
    for (let group = 0; group < this.#aboveLimit.length; group++) {
      let aboveLimit = this.#aboveLimit[group] ?? 0;
      for (let index = 0; index < maxStayLength; index++) {
        if ((this.final[group * maxStayLength + index] ?? 0) > this.#largestFinal) aboveLimit |= 1 << index;
      }
      this.#aboveLimit[group] = aboveLimit;
      this.#hasAboveLimit ||= aboveLimit !== 0;
    }
  }

  /** Refuses all lengths. Closed days come in runs, so the prices are often 0 already. */
  refuseAll(): void {
    if (this.#areRefused) return;
    this.all.fill(0);
    this.#areRefused = true;
  }

  /** Sets the prices of refused lengths and of prices above the limit to 0, and converts the others to amounts. */
  finish(refused: Lengths): void {
    const all = this.all;
    for (let left = refused; left !== 0; left &= left - 1) {
      for (let index = 31 - Math.clz32(left & -left); index < all.length; index += maxStayLength) all[index] = 0;
    }
    if (this.#hasAboveLimit) this.#clearAboveLimit();
    if (this.#unit === 1) return;
    for (let index = 0; index < all.length; index++) all[index] = (all[index] ?? 0) * this.#unit;
  }

  #clearAboveLimit(): void {
    for (let index = 0; index < this.final.length; index++) {
      const aboveLimit = this.#aboveLimit[Math.floor(index / maxStayLength)] ?? 0;
      if ((aboveLimit & (1 << (index % maxStayLength))) === 0) continue;
      for (const prices of [this.before, this.rental, this.final]) prices[index] = 0;
    }
    this.#aboveLimit.fill(0);
    this.#hasAboveLimit = false;
  }
}
