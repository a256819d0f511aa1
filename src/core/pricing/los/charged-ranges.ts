import type { FreeNights } from "../free-nights.ts";
import { type Period, periodsOf } from "../applicability.ts";
import { type CheckIns, longestLength } from "../check-ins.ts";
import type { NightWindow } from "../night-window.ts";
import { longestExtension } from "../rules/charge-at-least-full-period.ts";
import { chargedAtLeastByArrival } from "../rules/charge-at-least.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";

/**
 * Which nights a stay is charged, for the lengths 1 … 30 of one check-in day at a time. They have no hole (see
 * charged-nights.ts): first and end say it all, whatever the guests.
 */
export class ChargedRanges {
  /** For length n, at index n - 1: the first night charged, and the night after the last. */
  readonly first: Int32Array = new Int32Array(longestLength);
  readonly end: Int32Array = new Int32Array(longestLength);
  readonly #checkIns: CheckIns;
  readonly #free: FreeNights;
  readonly #atLeast: Int32Array;
  readonly #ifAvailable: Int32Array;
  readonly #fullPeriods: readonly Period[];

  constructor(rules: RulesByKind, checkIns: CheckIns, free: FreeNights) {
    this.#checkIns = checkIns;
    this.#free = free;
    this.#atLeast = chargedAtLeastByArrival(rules.charge_at_least, checkIns);
    this.#ifAvailable = chargedAtLeastByArrival(rules.charge_at_least_if_available, checkIns);
    this.#fullPeriods = rules.charge_at_least_full_period.flatMap((rule) => periodsOf(rule.applies));
  }

  /** Looks at one check-in day. */
  lookAt(day: number): void {
    const { first, end } = this;
    const atLeast = this.#atLeast[day - this.#checkIns.first] ?? day;
    const ifAvailable = this.#ifAvailable[day - this.#checkIns.first] ?? day;
    for (let index = 0; index < longestLength; index++) {
      const departure = day + index + 1;
      first[index] = day;
      end[index] = departure < atLeast ? atLeast : departure;
    }
    for (let departure = day + 1; departure < ifAvailable && departure <= day + longestLength; departure++) {
      const until = Math.min(ifAvailable, departure + this.#free.from(departure));
      const index = departure - day - 1;
      end[index] = Math.max(end[index] ?? 0, until);
    }
    for (const period of this.#fullPeriods) {
      if (day > period.end) continue;
      const from = Math.max(period.start, day - longestExtension);
      const until = Math.min(period.end, day + longestExtension) + 1;
      for (let index = Math.max(0, period.start - day); index < longestLength; index++) {
        first[index] = Math.min(first[index] ?? day, from);
        end[index] = Math.max(end[index] ?? 0, until);
      }
    }
  }

  /** All nights that stays with an arrival on `from` … `to` - 1 can be charged. */
  reach(from: number, to: number): NightWindow {
    let first = from;
    let end = to - 1 + longestLength;
    for (let index = from - this.#checkIns.first; index < to - this.#checkIns.first; index++) {
      end = Math.max(end, this.#atLeast[index] ?? 0, this.#ifAvailable[index] ?? 0);
    }
    for (const period of this.#fullPeriods) {
      if (period.end < from || period.start >= to - 1 + longestLength) continue;
      first = Math.min(first, Math.max(period.start, from - longestExtension));
      end = Math.max(end, Math.min(period.end, to - 1 + longestExtension) + 1);
    }
    return { first, end };
  }
}
