import { type Period, periodsOf } from "../applicability.ts";
import { chargedAtLeastByArrival } from "../rules/charge-at-least.ts";
import { maxExtension } from "../rules/charge-at-least-full-period.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import { type CheckIns, maxStayLength } from "../stay/check-ins.ts";
import type { FreeNights } from "../stay/free-nights.ts";
import type { NightWindow } from "../stay/night-window.ts";

/**
 * The charged nights of the lengths 1 … 30, for one check-in day at a time. They have no gap (see charged-nights.ts), so the first and
 * the end suffice. They do not depend on the guests.
 */
export class ChargedRanges {
  /** For length n, at index n - 1: the first charged night, and the night after the last, relative to the check-in day. */
  readonly first: Int32Array = new Int32Array(maxStayLength);
  readonly end: Int32Array = new Int32Array(maxStayLength);
  /** Changes with the ranges; on most days they equal the previous day's. */
  version = 0;
  readonly #checkIns: CheckIns;
  readonly #free: FreeNights;
  readonly #atLeast: Int32Array;
  readonly #ifAvailable: Int32Array;
  readonly #fullPeriods: readonly Period[];
  /** The previous day's minimum of charged nights, if nothing else extended its ranges. */
  #previousAtLeast: number | undefined;

  constructor(rules: RulesByKind, checkIns: CheckIns, free: FreeNights) {
    this.#checkIns = checkIns;
    this.#free = free;
    this.#atLeast = chargedAtLeastByArrival(rules.charge_at_least, checkIns);
    this.#ifAvailable = chargedAtLeastByArrival(rules.charge_at_least_if_available, checkIns);
    this.#fullPeriods = rules.charge_at_least_full_period.flatMap((rule) => periodsOf(rule.applies));
  }

  /** Moves to a check-in day. */
  moveTo(day: number): void {
    const ifAvailable = (this.#ifAvailable[day - this.#checkIns.first] ?? day) - day;
    const areAvailable = this.#free.from(day + 1) >= ifAvailable - 1;
    const always = (this.#atLeast[day - this.#checkIns.first] ?? day) - day;
    // If all the extra nights are free, they are charged for every length.
    const atLeast = areAvailable ? Math.max(always, ifAvailable) : always;
    const isPlain = areAvailable && !isOneWithinReach(this.#fullPeriods, day);
    if (isPlain && atLeast === this.#previousAtLeast) return;
    this.#previousAtLeast = isPlain ? atLeast : undefined;
    this.version++;
    for (let index = 0; index < maxStayLength; index++) {
      this.first[index] = 0;
      this.end[index] = Math.max(index + 1, atLeast);
    }
    if (isPlain) return;
    if (!areAvailable) this.#extendWhereFree(day, ifAvailable);
    for (const period of this.#fullPeriods) if (isWithinReach(period, day)) this.#extendOver(period, day);
  }

  #extendWhereFree(day: number, ifAvailable: number): void {
    for (let nights = 1; nights < ifAvailable && nights <= maxStayLength; nights++) {
      const until = Math.min(ifAvailable, nights + this.#free.from(day + nights));
      this.end[nights - 1] = Math.max(this.end[nights - 1] ?? 0, until);
    }
  }

  #extendOver({ start, end }: Period, day: number): void {
    const from = Math.max(start - day, -maxExtension);
    const until = Math.min(end - day, maxExtension) + 1;
    for (let index = Math.max(0, start - day); index < maxStayLength; index++) {
      this.first[index] = Math.min(this.first[index] ?? 0, from);
      this.end[index] = Math.max(this.end[index] ?? 0, until);
    }
  }

  /** All nights that stays arriving on `from` … `to` - 1 may be charged. */
  reach(from: number, to: number): NightWindow {
    let first = from;
    let end = to - 1 + maxStayLength;
    for (let index = from - this.#checkIns.first; index < to - this.#checkIns.first; index++) {
      end = Math.max(end, this.#atLeast[index] ?? 0, this.#ifAvailable[index] ?? 0);
    }
    for (const period of this.#fullPeriods) {
      if (period.end < from || period.start >= to - 1 + maxStayLength) continue;
      first = Math.min(first, Math.max(period.start, from - maxExtension));
      end = Math.max(end, Math.min(period.end, to - 1 + maxExtension) + 1);
    }
    return { first, end };
  }
}

/** A loop: `some` would allocate a function for every day. */
function isOneWithinReach(periods: readonly Period[], day: number): boolean {
  for (const period of periods) if (isWithinReach(period, day)) return true;
  return false;
}

/** Whether a stay from a check-in day can touch a period. */
function isWithinReach({ start, end }: Period, day: number): boolean {
  return day <= end && start < day + maxStayLength;
}
