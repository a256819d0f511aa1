import { firstOfMonth } from "../../day.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";

/** The stay lengths at which stay length rules start or cease to match. Months vary in length, so they depend on the arrival. */
export class LengthThresholds {
  /** By rule. */
  readonly nights: readonly number[];
  readonly #thresholds: number[];
  readonly #rules: readonly Duration[];
  /** Indices of the rules whose thresholds depend on the arrival. */
  readonly #moving: readonly number[];
  /** The first arrival for which they must be recomputed. */
  #holdUntil = Number.NEGATIVE_INFINITY;

  constructor(rules: readonly Duration[]) {
    this.#rules = rules;
    this.#moving = [...rules.keys()].filter((index) => rules[index]?.unit !== "days");
    this.#thresholds = rules.map(({ length }) => length);
    this.nights = this.#thresholds;
  }

  /** Moves to an arrival. Arrivals must ascend. @returns whether a threshold moved */
  moveTo(arrival: number): boolean {
    if (arrival < this.#holdUntil || this.#moving.length === 0) return false;
    // From each of the first 28 days, which every month has, a month is equally long.
    this.#holdUntil = Math.max(arrival + 1, firstOfMonth(arrival) + 28);
    let haveMoved = false;
    for (const index of this.#moving) {
      const rule = this.#rules[index];
      const threshold = rule ? dayAfter(arrival, rule) - arrival : 0;
      if (threshold !== this.#thresholds[index]) haveMoved = true;
      this.#thresholds[index] = threshold;
    }
    return haveMoved;
  }
}
