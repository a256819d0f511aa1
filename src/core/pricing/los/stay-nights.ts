import { type CheckIns, longestLength } from "../check-ins.ts";
import { daysOfWeek } from "../night-window.ts";
import type { BookingWindows } from "./booking-windows.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import type { NightSums } from "./night-sums.ts";

/** Where the running sums lie that the prices of stays are differences of, for the lengths 1 … 30 of one check-in day at a time. */
export class StayNights {
  /** For length n, at index n - 1: the places of the two sums in the rows of the first group, counted from the check-in day. */
  readonly since: Int32Array = new Int32Array(longestLength);
  readonly until: Int32Array = new Int32Array(longestLength);
  /** Another number whenever they have changed, or lie in other sums: on most days they are those of the day before. */
  version = 0;
  readonly ranges: ChargedRanges;
  readonly #windows: BookingWindows;
  /** Of which rows and charged ranges they are. */
  #rowOfLength: Int32Array | undefined;
  #ranges = -1;

  constructor(windows: BookingWindows, ranges: ChargedRanges) {
    this.#windows = windows;
    this.ranges = ranges;
  }

  get sums(): NightSums {
    return this.#windows.nights;
  }

  get rowOfLength(): Int32Array {
    return this.#windows.rowOfLength;
  }

  /** Looks at one check-in day after the other; those that refuse all lengths are left out. */
  lookAt(day: number, checkIns: CheckIns): void {
    const { ranges } = this;
    ranges.lookAt(day);
    this.#windows.lookAt(day, checkIns, ranges);
    const { rowOfLength } = this.#windows;
    if (rowOfLength === this.#rowOfLength && ranges.version === this.#ranges) return;
    this.#rowOfLength = rowOfLength;
    this.#ranges = ranges.version;
    this.version++;
    for (let index = 0; index < longestLength; index++) {
      this.since[index] = (rowOfLength[index] ?? 0) + (ranges.first[index] ?? 0);
      this.until[index] = (rowOfLength[index] ?? 0) + (ranges.end[index] ?? 0);
    }
  }

  /** Whether all nights that can be charged of a check-in day cost what those of another cost, some weeks before and of the same version. */
  areAsOn(before: number, day: number): boolean {
    const { first, end } = this.ranges.ofLongest;
    return this.sums.areAsWeekBefore(before + daysOfWeek + first, day + end);
  }
}
