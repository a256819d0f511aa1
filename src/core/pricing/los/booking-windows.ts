import { firstOfMonth } from "../../day.ts";
import { allLengths, type CheckIns, longestLength } from "../check-ins.ts";
import { type Duration, dayAfter } from "../duration.ts";
import type { NightWindow } from "../night-window.ts";
import type { RateBook } from "../rate-book.ts";
import { earlyBooking } from "../rules/early-booking.ts";
import { lateBooking } from "../rules/late-booking.ts";
import type { PercentageRatesRule, RulesByKind } from "../rules/rates-rule.ts";
import { strongestFirst } from "../rules/rule.ts";
import { stayAtLeast } from "../rules/stay-at-least.ts";
import { stayShorterThan } from "../rules/stay-shorter-than.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import { floorPrices, factorTable, type NightTable, pricesByOccupancy, type RatedNights } from "./night-prices.ts";
import { NightSums } from "./night-sums.ts";
import type { Occupancies } from "./occupancies.ts";

/**
 * Finds the night sums for a stay. Arrivals fall into a few windows in which the same early and late booking rules match, and
 * lengths into a few classes in which the same rules for stay length match. A month is longer or shorter from one arrival to
 * the next, so the classes are found by asking the rules, for each arrival whose months may be others than those of the one before.
 */
export class BookingWindows {
  /** Of the window in which the arrival is. */
  nights = new NightSums({ first: 0, end: 0 }, 0);
  /** For length n, at index n - 1: what has to be added to a night for its index in the row of the first group. */
  rowOfLength: Int32Array = new Int32Array(longestLength);
  readonly #rules: RulesByKind;
  readonly #today: number;
  readonly #window: NightWindow;
  readonly #prices: readonly NightTable[];
  readonly #floors: Float64Array;
  /** The days on which another window begins, and those lengths from which other rules match. */
  #nextWindow = Number.NEGATIVE_INFINITY;
  readonly #lengthRules: readonly Duration[];
  readonly #turns: number[] = [];
  /** The first arrival for which they have to be looked up again. */
  #turnsHoldUntil = Number.NEGATIVE_INFINITY;
  #factors: readonly NightTable[] = [];
  /** The factors of all nights, by the rules that match. */
  readonly #tables = new Map<string, NightTable>();
  /** The rows of the window by the rules for stay length that match. */
  #rows = new Map<string, number>();
  /** The rows of the lengths by those from which other rules match. */
  #known = new Map<string, Int32Array>();

  constructor(book: RateBook, rules: RulesByKind, today: number, rated: RatedNights, groups: readonly Occupancies[]) {
    this.#rules = rules;
    this.#lengthRules = [...rules.stay_at_least, ...rules.stay_shorter_than];
    this.#today = today;
    this.#window = rated.window;
    this.#prices = pricesByOccupancy(book, rules, rated, groups);
    this.#floors = floorPrices(book, rules, rated);
  }

  /** Looks at one arrival after the other; those that refuse all lengths are left out. */
  lookAt(arrival: number, checkIns: CheckIns, ranges: ChargedRanges): void {
    const isNewWindow = arrival >= this.#nextWindow;
    if (isNewWindow) this.#enterWindow(arrival, checkIns, ranges);
    const haveTurned = arrival >= this.#turnsHoldUntil && this.#haveTurned(arrival);
    if (!haveTurned && !isNewWindow) return;
    const key = this.#turns.join();
    this.rowOfLength = this.#known.get(key) ?? this.#rowsFor(arrival);
    this.#known.set(key, this.rowOfLength);
  }

  /** Looks up the lengths from which other rules match; whether one has moved since the arrival before. */
  #haveTurned(arrival: number): boolean {
    // A month is as long from every day of a month that all months have: the first 28.
    this.#turnsHoldUntil = Math.max(arrival + 1, firstOfMonth(arrival) + 28);
    let haveTurned = false;
    for (let index = 0; index < this.#lengthRules.length; index++) {
      const rule = this.#lengthRules[index];
      const turn = rule ? dayAfter(arrival, rule) - arrival : 0;
      if (turn !== this.#turns[index]) haveTurned = true;
      this.#turns[index] = turn;
    }
    return haveTurned;
  }

  #enterWindow(arrival: number, checkIns: CheckIns, ranges: ChargedRanges): void {
    const rules = this.#rules;
    const starts = [...rules.early_booking, ...rules.late_booking].map((rule) => dayAfter(this.#today, rule));
    this.#nextWindow = Math.min(checkIns.end, ...starts.filter((start) => start > arrival));
    let end = this.#nextWindow;
    while (checkIns.refused[end - 1 - checkIns.first] === allLengths) end--;
    const rows = Math.min(this.#lengthRules.length + 1, longestLength) * this.#prices.length;
    this.nights = new NightSums(ranges.reach(arrival, end), rows);
    this.#rows = new Map();
    this.#known = new Map();
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
    const key = rules.map(({ kind, id }) => `${kind} ${id}`).join();
    const table = this.#tables.get(key) ?? factorTable(rules, this.#window);
    this.#tables.set(key, table);
    return table;
  }

  #rowsFor(arrival: number): Int32Array {
    const rows = new Int32Array(longestLength);
    const starts = [1, ...this.#turns.filter((turn) => turn > 1 && turn <= longestLength)];
    for (const from of starts.sort((a, b) => a - b)) rows.fill(this.#rowFor(arrival, from), from - 1);
    return rows;
  }

  #rowFor(arrival: number, length: number): number {
    const stay = { arrival, departure: arrival + length, adults: 1, children: 0 };
    const atLeast = strongestFirst(stayAtLeast, this.#rules.stay_at_least, stay, this.#today);
    const shorter = strongestFirst(stayShorterThan, this.#rules.stay_shorter_than, stay, this.#today);
    const key = [atLeast, shorter].map((matching) => matching.map((rule) => rule.id).join()).join("|");
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const factors = [...this.#factorsOf([atLeast, shorter]), ...this.#factors];
    const row = this.nights.addRows(this.#window, this.#prices, factors, this.#floors);
    this.#rows.set(key, row);
    return row;
  }
}
