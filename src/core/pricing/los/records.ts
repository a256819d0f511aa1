import { type Lengths, longestLength } from "../check-ins.ts";
import type { DayPrices } from "./day-prices.ts";
import type { Occupancies } from "./occupancies.ts";

/** In the order in which `DayPrices` has them. */
export const losKinds = ["rental_price_before_special_offers", "rental_price", "final_price"] as const;

export type LosKind = (typeof losKinds)[number];

/**
 * What 1 … 30 nights cost from a check-in day on, for a range of occupancies. The next day's records are written into the same
 * objects: copy what is needed later.
 */
export interface LosRecord {
  readonly kind: LosKind;
  /** The check-in day. */
  readonly day: number;
  readonly minOccupancy: number;
  readonly maxOccupancy: number;
  /** 30 amounts, for 1 … 30 nights; 0 where such a stay is refused. */
  readonly rates: Float64Array;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Makes the records of one day after the other. */
export class RecordsOfDay {
  readonly #byKind: readonly (readonly { readonly record: Writable<LosRecord>; readonly most: number }[])[];
  readonly #records: Writable<LosRecord>[] = [];
  /** The rates of all records, as the prices of a day lie. */
  readonly #rates: Float64Array;
  #areRefused = false;

  constructor(kinds: readonly LosKind[], groups: readonly Occupancies[]) {
    const length = groups.length * longestLength;
    this.#rates = new Float64Array(losKinds.length * length);
    this.#byKind = kinds.map((kind) =>
      groups.map(({ least, most }, group) => {
        const first = losKinds.indexOf(kind) * length + group * longestLength;
        const rates = this.#rates.subarray(first, first + longestLength);
        return { most, record: { kind, day: 0, minOccupancy: least, maxOccupancy: most, rates } };
      }),
    );
  }

  /**
   * Neighbouring groups that happen to share all prices of the day become one record.
   * @param refused the lengths whose rates are 0
   */
  of(day: number, prices: DayPrices, refused: Lengths): readonly LosRecord[] {
    const rates = this.#rates;
    rates.set(prices.all);
    for (let left = refused; left !== 0; left &= left - 1) {
      for (let index = 31 - Math.clz32(left & -left); index < rates.length; index += longestLength) rates[index] = 0;
    }
    this.#areRefused = false;
    return this.#grouped(day);
  }

  /** Of a day on which nothing can be booked. Such days come in runs, so the records are often those of the day before. */
  ofRefused(day: number): readonly LosRecord[] {
    if (this.#areRefused) {
      for (const record of this.#records) record.day = day;
      return this.#records;
    }
    this.#rates.fill(0);
    this.#areRefused = true;
    return this.#grouped(day);
  }

  #grouped(day: number): readonly LosRecord[] {
    const records = this.#records;
    let count = 0;
    for (const groups of this.#byKind) {
      let last: Writable<LosRecord> | undefined;
      for (const { record, most } of groups) {
        if (last && areEqual(last.rates, record.rates)) {
          last.maxOccupancy = most;
          continue;
        }
        record.day = day;
        record.maxOccupancy = most;
        records[count++] = record;
        last = record;
      }
    }
    if (records.length !== count) records.length = count;
    return records;
  }
}

/** Prices that differ usually differ for the longest stay already. */
function areEqual(some: Float64Array, others: Float64Array): boolean {
  for (let index = some.length - 1; index >= 0; index--) if (some[index] !== others[index]) return false;
  return true;
}
