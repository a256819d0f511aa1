import { firstOfMonth } from "../../day.ts";
import { type Duration, dayAfter } from "../stay/duration.ts";

/** The lengths of stay at which rules for stay length begin or cease to match. A month is longer or shorter from one arrival to the next. */
export class LengthTurns {
  /** By rule. */
  readonly nights: readonly number[];
  readonly #turns: number[];
  readonly #rules: readonly Duration[];
  /** The indices of those rules whose turns depend on the arrival. */
  readonly #moving: readonly number[];
  /** The first arrival for which they have to be looked up again. */
  #holdUntil = Number.NEGATIVE_INFINITY;

  constructor(rules: readonly Duration[]) {
    this.#rules = rules;
    this.#moving = [...rules.keys()].filter((index) => rules[index]?.unit !== "days");
    this.#turns = rules.map(({ length }) => length);
    this.nights = this.#turns;
  }

  /** Looks at one arrival after the other. @returns whether a turn has moved since the one before */
  lookAt(arrival: number): boolean {
    if (arrival < this.#holdUntil || this.#moving.length === 0) return false;
    // A month is as long from every day of a month that all months have: the first 28.
    this.#holdUntil = Math.max(arrival + 1, firstOfMonth(arrival) + 28);
    let haveMoved = false;
    for (const index of this.#moving) {
      const rule = this.#rules[index];
      const turn = rule ? dayAfter(arrival, rule) - arrival : 0;
      if (turn !== this.#turns[index]) haveMoved = true;
      this.#turns[index] = turn;
    }
    return haveMoved;
  }
}
