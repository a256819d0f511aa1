import type { NightWindow } from "./night-window.ts";

/** The longest stay in a length-of-stay record. */
export const maxStayLength = 30;

/** A set of lengths as bits: length n (1 … 30) is bit n - 1. */
export type Lengths = number;

export const allLengths: Lengths = (1 << maxStayLength) - 1;

/** The lengths `from` … `to`, both included, within 1 … 30. */
export function lengthsBetween(from: number, to: number): Lengths {
  const first = Math.max(from, 1);
  const last = Math.min(to, maxStayLength);
  return first > last ? 0 : ((1 << last) - 1) ^ ((1 << (first - 1)) - 1);
}

/** The check-in days `first` … `end` - 1, with the refused lengths of each. */
export class CheckIns {
  readonly first: number;
  readonly end: number;
  readonly refused: Int32Array;

  constructor(first: number, end: number) {
    this.first = first;
    this.end = end;
    this.refused = new Int32Array(end - first);
  }

  refuse(day: number, lengths: Lengths): void {
    const index = day - this.first;
    this.refused[index] = (this.refused[index] ?? 0) | lengths;
  }

  /**
   * For each check-in day, the lengths that end on one of the departures. A day's set is the next day's with each length one night
   * longer, plus the departure after one night.
   * @param departures 1 for a departure in question, from the first check-in day to the last departure
   */
  lengthsTo(departures: Uint8Array): Int32Array {
    const sets = new Int32Array(this.end - this.first);
    let lengths: Lengths = 0;
    for (let index = sets.length + maxStayLength - 1; index > 0; index--) {
      lengths = ((lengths << 1) & allLengths) | (departures[index] === 1 ? 1 : 0);
      if (index <= sets.length) sets[index - 1] = lengths;
    }
    return sets;
  }

  /** The days from the first check-in day to the last departure. */
  get days(): NightWindow {
    return { first: this.first, end: this.end + maxStayLength };
  }
}
