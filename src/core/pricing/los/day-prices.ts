import { largestHundredths } from "../../hundredths.ts";
import { minorUnit } from "../../rounding.ts";
import { largestStay, sumInMinorUnits, wholeFactor } from "../arithmetic.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { type RoundingStep, roundingStep } from "../rounding.ts";
import { type Lengths, longestLength } from "../stay/check-ins.ts";
import type { BookingWindows } from "./booking-windows.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import type { NightSums } from "./night-sums.ts";
import { scaleAll, scaleAndRoundAll, subtractAll } from "./passes.ts";

/**
 * The prices of one check-in day for all groups of occupancies, the lengths 1 … 30 of one group after those of the other: minor
 * units, and amounts once `finish` is called.
 */
export class DayPrices {
  /** Those of all kinds, one after the other, in the order of `losKinds`. */
  readonly all: Float64Array;
  /** Before special offers, of the rental, and final. */
  readonly before: Float64Array;
  readonly rental: Float64Array;
  readonly final: Float64Array;
  /** No rental price of the day is above this. */
  most = 0;
  /** For each group the lengths that cost more than can be stored. */
  readonly #tooDear: Int32Array;
  #areSomeTooDear = false;
  readonly #largest: number;
  /** What a final price may be at most, minor units. */
  readonly #largestFinal: number;
  readonly #rounding: RoundingStep;
  readonly #unit: number;
  /** Of which rows and charged ranges the places below are made. */
  #rowOfLength: Int32Array = new Int32Array(longestLength);
  #ranges = -1;
  /** Where the two running sums lie that each price is the difference of: see `subtractAll`. */
  readonly #places: Int32Array;
  /** All prices are 0 and stay so until nights are added. */
  #areRefused = true;

  /** @param areExchanged the final prices bring all prices into another currency, as amounts */
  constructor(book: RateBook, groups: number, areExchanged: boolean) {
    const count = groups * longestLength;
    this.all = new Float64Array(3 * count);
    this.before = this.all.subarray(0, count);
    this.rental = this.all.subarray(count, 2 * count);
    this.final = this.all.subarray(2 * count);
    this.#places = new Int32Array(2 * count);
    this.#tooDear = new Int32Array(groups);
    this.#largest = largestStay(book.currency);
    this.#rounding = roundingStep(book.roundingKind, book.currency);
    this.#unit = areExchanged ? 1 : minorUnit(book.currency);
    this.#largestFinal = largestHundredths / minorUnit(book.currency);
  }

  /** Steps (b) to (d) of pricing.md §3: what the charged nights cost together, rounded to the minor unit. */
  addNights(day: number, { nights, rowOfLength }: BookingWindows, ranges: ChargedRanges): void {
    this.#areRefused = false;
    this.most = sumInMinorUnits(nights.most);
    if (rowOfLength !== this.#rowOfLength || ranges.version !== this.#ranges) {
      this.#rowOfLength = rowOfLength;
      this.#ranges = ranges.version;
      this.#locateSums(nights.stride, ranges);
    }
    if (nights.most > this.#largest) this.#addDearNights(day, nights, ranges);
    else subtractAll(this.before, nights.sums, this.#places, day);
  }

  #locateSums(stride: number, { first, end }: ChargedRanges): void {
    const places = this.#places;
    const count = this.before.length;
    for (let index = 0; index < longestLength; index++) {
      const row = this.#rowOfLength[index] ?? 0;
      places[index] = row + (end[index] ?? 0);
      places[index + count] = row + (first[index] ?? 0);
    }
    for (let place = longestLength; place < count; place++) {
      places[place] = (places[place - longestLength] ?? 0) + stride;
      places[place + count] = (places[place + count - longestLength] ?? 0) + stride;
    }
  }

  /** The same where a stay can cost too much, and sums may not be exact. */
  #addDearNights(day: number, nights: NightSums, { first, end }: ChargedRanges): void {
    for (let group = 0; group < this.#tooDear.length; group++) {
      let tooDear: Lengths = 0;
      for (let index = 0; index < longestLength; index++) {
        const start = group * nights.stride + (this.#rowOfLength[index] ?? 0);
        const sum = nights.between(start, day + (first[index] ?? 0), day + (end[index] ?? 0));
        this.before[group * longestLength + index] = sumInMinorUnits(sum);
        if (sum > this.#largest) tooDear |= 1 << index;
      }
      this.#tooDear[group] = tooDear;
      this.#areSomeTooDear ||= tooDear !== 0;
    }
  }

  /** Steps (e) to (g), by the factor that a special offer leaves and that of the price increase. */
  adjust(offer: number, increase: number): void {
    const { before, rental } = this;
    if (offer !== wholeFactor) scaleAll(before, rental, offer, this.most);
    scaleAndRoundAll(offer === wholeFactor ? before : rental, rental, increase, this.#rounding, this.most);
    this.most = this.most * Math.max(1, increase / wholeFactor) + 2 * this.#rounding.step;
  }

  /** Whether the final prices of the day can be more than can be stored. @param most none of them is above this */
  canBeTooDear(most: number): boolean {
    return most > this.#largestFinal;
  }

  /** Refuses the lengths whose final price is more than can be stored, as the quote does. */
  refuseTooDear(): void {
    for (let group = 0; group < this.#tooDear.length; group++) {
      let tooDear = this.#tooDear[group] ?? 0;
      for (let index = 0; index < longestLength; index++) {
        if ((this.final[group * longestLength + index] ?? 0) > this.#largestFinal) tooDear |= 1 << index;
      }
      this.#tooDear[group] = tooDear;
      this.#areSomeTooDear ||= tooDear !== 0;
    }
  }

  /** Refuses all lengths. Days on which nothing can be booked come in runs, so this is often so already. */
  refuseAll(): void {
    if (this.#areRefused) return;
    this.all.fill(0);
    this.#areRefused = true;
  }

  /** Refuses lengths, and those that cost too much: their prices are 0. Those of the others become amounts. */
  finish(refused: Lengths): void {
    const all = this.all;
    for (let left = refused; left !== 0; left &= left - 1) {
      for (let index = 31 - Math.clz32(left & -left); index < all.length; index += longestLength) all[index] = 0;
    }
    if (this.#areSomeTooDear) this.#clearTooDear();
    if (this.#unit === 1) return;
    for (let index = 0; index < all.length; index++) all[index] = (all[index] ?? 0) * this.#unit;
  }

  #clearTooDear(): void {
    for (let index = 0; index < this.final.length; index++) {
      const tooDear = this.#tooDear[Math.floor(index / longestLength)] ?? 0;
      if ((tooDear & (1 << (index % longestLength))) === 0) continue;
      for (const prices of [this.before, this.rental, this.final]) prices[index] = 0;
    }
    this.#tooDear.fill(0);
    this.#areSomeTooDear = false;
  }
}
