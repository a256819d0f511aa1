import type { RateBook } from "../rates/rate-book.ts";
import { earlyBooking } from "../rules/early-booking.ts";
import { lateBooking } from "../rules/late-booking.ts";
import type { PercentageRatesRule, RulesByKind } from "../rules/rates-rule.ts";
import { strongestFirst } from "../rules/rule.ts";
import { stayAtLeast } from "../rules/stay-at-least.ts";
import { stayShorterThan } from "../rules/stay-shorter-than.ts";
import { allLengths, type CheckIns, maxStayLength } from "../stay/check-ins.ts";
import { dayAfter } from "../stay/duration.ts";
import { areSame, ByRules } from "./by-rules.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import { LengthThresholds } from "./length-thresholds.ts";
import { NightKinds, type RatedNights } from "./night-kinds.ts";
import { factorTable, floorPrices, type NightTable, pricesByOccupancy } from "./night-prices.ts";
import { NightSums } from "./night-sums.ts";
import type { Occupancies } from "./occupancies.ts";

/**
 * Finds the night sums for a stay. Arrivals fall into windows in which the same early and late booking rules match, and lengths into
 * classes in which the same stay length rules match. The class limits depend on the arrival (length-thresholds.ts), so they are
 * recomputed when they may have moved.
 */
export class BookingWindows {
  /** The night sums of the arrival's window. */
  nights: NightSums;
  /** For length n, at index n - 1: the offset from a night to its index in the first group's row. */
  rowOfLength: Int32Array = new Int32Array(maxStayLength);
  readonly #rules: RulesByKind;
  readonly #today: number;
  readonly #kinds: NightKinds;
  readonly #prices: readonly NightTable[];
  readonly #floors: Float64Array;
  /** The day on which the next window starts. */
  #nextWindow = Number.NEGATIVE_INFINITY;
  readonly #thresholds: LengthThresholds;
  #factors: readonly NightTable[] = [];
  /** The factors of all night kinds, by matching rules. */
  readonly #tables = new ByRules<NightTable>();
  /** The window's rows, by matching stay length rules. */
  #rows = new ByRules<number>();
  /** Cached rows of lengths in this window, by thresholds. */
  #cached: { readonly thresholds: readonly number[]; readonly rowOfLength: Int32Array }[] = [];

  constructor(book: RateBook, rules: RulesByKind, today: number, rated: RatedNights, groups: readonly Occupancies[]) {
    this.#rules = rules;
    this.#thresholds = new LengthThresholds([...rules.stay_at_least, ...rules.stay_shorter_than]);
    this.#today = today;
    this.#kinds = new NightKinds(rated, rules);
    this.#prices = pricesByOccupancy(book, rules, this.#kinds, groups);
    this.#floors = floorPrices(book, rules, this.#kinds);
    this.nights = new NightSums(this.#kinds, { first: rated.window.first, end: rated.window.first }, 0);
  }

  /** Moves to an arrival. Arrivals must ascend; those that refuse all lengths are skipped. */
  moveTo(arrival: number, checkIns: CheckIns, ranges: ChargedRanges): void {
    const isNewWindow = arrival >= this.#nextWindow;
    if (isNewWindow) this.#enterWindow(arrival, checkIns, ranges);
    if (this.#thresholds.moveTo(arrival) || isNewWindow) this.rowOfLength = this.#rowsFor(arrival);
  }

  #enterWindow(arrival: number, checkIns: CheckIns, ranges: ChargedRanges): void {
    const rules = this.#rules;
    const starts = [...rules.early_booking, ...rules.late_booking].map((rule) => dayAfter(this.#today, rule));
    this.#nextWindow = Math.min(checkIns.end, ...starts.filter((start) => start > arrival));
    let end = this.#nextWindow;
    while (checkIns.refused[end - 1 - checkIns.first] === allLengths) end--;
    const rows = Math.min(this.#thresholds.nights.length + 1, maxStayLength) * this.#prices.length;
    this.nights = new NightSums(this.#kinds, ranges.reach(arrival, end), rows);
    this.#rows = new ByRules();
    this.#cached = [];
    const stay = { arrival, departure: arrival + 1, adults: 1, children: 0 };
    this.#factors = this.#factorsOf([
      strongestFirst(earlyBooking, rules.early_booking, stay, this.#today),
      strongestFirst(lateBooking, rules.late_booking, stay, this.#today),
    ]);
  }

  #factorsOf(matching: readonly (readonly PercentageRatesRule[])[]): readonly NightTable[] {
    return matching.filter((rules) => rules.length > 0).map((rules) => this.#tableOf(rules));
  }

  #tableOf(rules: readonly PercentageRatesRule[]): NightTable {
    return this.#tables.of(rules, () => factorTable(rules, this.#kinds));
  }

  #rowsFor(arrival: number): Int32Array {
    const { nights } = this.#thresholds;
    const cached = this.#cached.find(({ thresholds }) => areSame(thresholds, nights));
    if (cached) return cached.rowOfLength;
    const rowOfLength = new Int32Array(maxStayLength);
    const starts = [1, ...nights.filter((threshold) => threshold > 1 && threshold <= maxStayLength)];
    for (const from of starts.sort((a, b) => a - b)) rowOfLength.fill(this.#rowFor(arrival, from), from - 1);
    this.#cached.push({ thresholds: [...nights], rowOfLength });
    return rowOfLength;
  }

  #rowFor(arrival: number, length: number): number {
    const stay = { arrival, departure: arrival + length, adults: 1, children: 0 };
    const atLeast = strongestFirst(stayAtLeast, this.#rules.stay_at_least, stay, this.#today);
    const shorter = strongestFirst(stayShorterThan, this.#rules.stay_shorter_than, stay, this.#today);
    return this.#rows.of([...atLeast, ...shorter], () => {
      const factors = [...this.#factorsOf([atLeast, shorter]), ...this.#factors];
      return this.nights.addRows(this.#prices, factors, this.#floors);
    });
  }
}
