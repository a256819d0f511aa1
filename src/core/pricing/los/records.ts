import { longestLength } from "../check-ins.ts";
import type { DayPrices } from "./day-prices.ts";
import type { Occupancies } from "./occupancies.ts";

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

const pricesOfKind = {
  rental_price_before_special_offers: "before",
  rental_price: "rental",
  final_price: "final",
} as const;

/** Makes the records of one day after the other. */
export class RecordsOfDay {
  readonly #byKind: readonly (readonly { readonly record: Writable<LosRecord>; readonly most: number }[])[];
  readonly #records: Writable<LosRecord>[] = [];
  #wereRefused = false;

  constructor(kinds: readonly LosKind[], groups: readonly Occupancies[], prices: DayPrices) {
    this.#byKind = kinds.map((kind) =>
      groups.map(({ least, most }, group) => {
        const rates = prices[pricesOfKind[kind]].subarray(group * longestLength, (group + 1) * longestLength);
        return { most, record: { kind, day: 0, minOccupancy: least, maxOccupancy: most, rates } };
      }),
    );
  }

  /**
   * Neighbouring groups that happen to share all prices of the day become one record.
   * @param areRefused nothing can be booked on the day, so all of them do
   */
  of(day: number, areRefused: boolean): readonly LosRecord[] {
    const records = this.#records;
    if (areRefused && this.#wereRefused) {
      for (const record of records) record.day = day;
      return records;
    }
    this.#wereRefused = areRefused;
    let count = 0;
    for (const groups of this.#byKind) {
      let last: Writable<LosRecord> | undefined;
      for (const { record, most } of groups) {
        if (last && (areRefused || areEqual(last.rates, record.rates))) {
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
