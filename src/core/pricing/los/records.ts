import { maxStayLength } from "../stay/check-ins.ts";
import type { DayPrices } from "./day-prices.ts";
import type { Occupancies } from "./occupancies.ts";

export const losKinds = ["rental_price_before_special_offers", "rental_price", "final_price"] as const;

export type LosKind = (typeof losKinds)[number];

/**
 * The prices of 1 … 30 nights from a check-in day on, for a range of occupancies. The next day overwrites these objects: copy what you
 * need to keep.
 */
export interface LosRecord {
  readonly kind: LosKind;
  /** The check-in day. */
  readonly day: number;
  readonly minOccupancy: number;
  readonly maxOccupancy: number;
  /** 30 amounts, for 1 … 30 nights; 0 for a refused stay. */
  readonly rates: Float64Array;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A possible record, and the start of its prices in those of all kinds. */
interface Row {
  readonly record: Writable<LosRecord>;
  readonly start: number;
  readonly maxOccupancy: number;
  readonly isFirstOfKind: boolean;
}

/** Creates the records of each day. */
export class RecordsOfDay {
  readonly #all: Float64Array;
  readonly #rows: readonly Row[];
  readonly #records: Writable<LosRecord>[] = [];
  #wereRefused = false;

  constructor(kinds: readonly LosKind[], groups: readonly Occupancies[], prices: DayPrices) {
    const { all } = prices;
    this.#all = all;
    this.#rows = kinds.flatMap((kind) =>
      groups.map(({ min, max }, group) => {
        const start = (losKinds.indexOf(kind) * groups.length + group) * maxStayLength;
        const rates = all.subarray(start, start + maxStayLength);
        const record = { kind, day: 0, minOccupancy: min, maxOccupancy: max, rates };
        return { record, start, maxOccupancy: max, isFirstOfKind: group === 0 };
      }),
    );
  }

  /**
   * Returns a day's records. Neighboring groups with equal prices on that day share a record.
   * @param areRefused nothing can be booked on the day, so all groups are equal
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
      const { record, start, maxOccupancy, isFirstOfKind } = row;
      if (last && !isFirstOfKind && (areRefused || equalsPreviousRow(all, start))) {
        last.maxOccupancy = maxOccupancy;
        continue;
      }
      record.day = day;
      record.maxOccupancy = maxOccupancy;
      records[count++] = record;
      last = record;
    }
    if (records.length !== count) records.length = count;
    return records;
  }
}

/** Backwards, because differing prices usually differ for the longest stay. */
function equalsPreviousRow(all: Float64Array, start: number): boolean {
  for (let index = start + maxStayLength - 1; index >= start; index--) {
    if (all[index] !== all[index - maxStayLength]) return false;
  }
  return true;
}
