import { longestLength } from "../stay/check-ins.ts";
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

/** A record that a day may have, and where its prices stand in those of all kinds. */
interface Row {
  readonly record: Writable<LosRecord>;
  readonly at: number;
  readonly most: number;
  readonly isFirstOfKind: boolean;
}

/** Makes the records of one day after the other. */
export class RecordsOfDay {
  readonly #all: Float64Array;
  readonly #rows: readonly Row[];
  readonly #records: Writable<LosRecord>[] = [];
  #wereRefused = false;

  constructor(kinds: readonly LosKind[], groups: readonly Occupancies[], prices: DayPrices) {
    const { all } = prices;
    this.#all = all;
    this.#rows = kinds.flatMap((kind) =>
      groups.map(({ least, most }, group) => {
        const at = (losKinds.indexOf(kind) * groups.length + group) * longestLength;
        const rates = all.subarray(at, at + longestLength);
        const record = { kind, day: 0, minOccupancy: least, maxOccupancy: most, rates };
        return { record, at, most, isFirstOfKind: group === 0 };
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
    const rows = this.#rows;
    const all = this.#all;
    let count = 0;
    let last = rows[0]?.record;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (!row) continue;
      const { record, at, most, isFirstOfKind } = row;
      if (last && !isFirstOfKind && (areRefused || isLikeRowBefore(all, at))) {
        last.maxOccupancy = most;
        continue;
      }
      record.day = day;
      record.maxOccupancy = most;
      records[count++] = record;
      last = record;
    }
    if (records.length !== count) records.length = count;
    return records;
  }
}

/** Prices that differ usually differ for the longest stay already. */
function isLikeRowBefore(all: Float64Array, at: number): boolean {
  for (let index = at + longestLength - 1; index >= at; index--) {
    if (all[index] !== all[index - longestLength]) return false;
  }
  return true;
}
