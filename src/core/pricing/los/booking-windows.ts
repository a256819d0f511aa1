import type { RateBook } from "../rates/rate-book.ts";
import { earlyBooking } from "../rules/early-booking.ts";
import { lateBooking } from "../rules/late-booking.ts";
import type { PercentageRatesRule, RulesByKind } from "../rules/rates-rule.ts";
import { strongestFirst } from "../rules/rule.ts";
import { stayAtLeast } from "../rules/stay-at-least.ts";
import { stayShorterThan } from "../rules/stay-shorter-than.ts";
import { allLengths, type CheckIns, longestLength } from "../stay/check-ins.ts";
import { dayAfter } from "../stay/duration.ts";
import { areSame, ByRules } from "./by-rules.ts";
import type { ChargedRanges } from "./charged-ranges.ts";
import { LengthTurns } from "./length-turns.ts";
import { NightKinds, type RatedNights } from "./night-kinds.ts";
import { factorTable, floorPrices, type NightTable, pricesByOccupancy } from "./night-prices.ts";
import { NightSums } from "./night-sums.ts";
import type { Occupancies } from "./occupancies.ts";

/**
 * Finds the night sums for a stay. Arrivals fall into a few windows in which the same early and late booking rules match, and
 * lengths into a few classes in which the same rules for stay length match. Where these begin depends on the arrival (length-turns.ts), so
 * they are found by asking the rules, for each arrival on which they may be others than on the one before.
 */
export class BookingWindows {
  /** Of the window in which the arrival is. */
  nights: NightSums;
  /** For length n, at index n - 1: what has to be added to a night for its index in the row of the first group. */
  rowOfLength: Int32Array = new Int32Array(longestLength);
  readonly #rules: RulesByKind;
  readonly #today: number;
  readonly #kinds: NightKinds;
  readonly #prices: readonly NightTable[];
  readonly #floors: Float64Array;
  /** The day on which another window begins. */
  #nextWindow = Number.NEGATIVE_INFINITY;
  readonly #turns: LengthTurns;
  #factors: readonly NightTable[] = [];
  /** The factors of all kinds of nights, by the rules that match. */
  readonly #tables = new ByRules<NightTable>();
  /** The rows of the window by the rules for stay length that match. */
  #rows = new ByRules<number>();
  /** The rows of the lengths in this window, for turns that have been looked at. */
  #known: { readonly turns: readonly number[]; readonly rowOfLength: Int32Array }[] = [];

  constructor(book: RateBook, rules: RulesByKind, today: number, rated: RatedNights, groups: readonly Occupancies[]) {
    this.#rules = rules;
    this.#turns = new LengthTurns([...rules.stay_at_least, ...rules.stay_shorter_than]);
    this.#today = today;
    this.#kinds = new NightKinds(rated, rules);
    this.#prices = pricesByOccupancy(book, rules, this.#kinds, groups);
    this.#floors = floorPrices(book, rules, this.#kinds);
    this.nights = new NightSums(this.#kinds, { first: rated.window.first, end: rated.window.first }, 0);
  }

  /** Looks at one arrival after the other; those that refuse all lengths are left out. */
  lookAt(arrival: number, checkIns: CheckIns, ranges: ChargedRanges): void {
    const isNewWindow = arrival >= this.#nextWindow;
    if (isNewWindow) this.#enterWindow(arrival, checkIns, ranges);
    if (this.#turns.lookAt(arrival) || isNewWindow) this.rowOfLength = this.#rowsFor(arrival);
  }

  #enterWindow(arrival: number, checkIns: CheckIns, ranges: ChargedRanges): void {
    const rules = this.#rules;
    const starts = [...rules.early_booking, ...rules.late_booking].map((rule) => dayAfter(this.#today, rule));
    this.#nextWindow = Math.min(checkIns.end, ...starts.filter((start) => start > arrival));
    let end = this.#nextWindow;
    while (checkIns.refused[end - 1 - checkIns.first] === allLengths) end--;
    const rows = Math.min(this.#turns.nights.length + 1, longestLength) * this.#prices.length;
    this.nights = new NightSums(this.#kinds, ranges.reach(arrival, end), rows);
    this.#rows = new ByRules();
    this.#known = [];
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
    const { nights } = this.#turns;
    const known = this.#known.find(({ turns }) => areSame(turns, nights));
    if (known) return known.rowOfLength;
    const rowOfLength = new Int32Array(longestLength);
    const starts = [1, ...nights.filter((turn) => turn > 1 && turn <= longestLength)];
    for (const from of starts.sort((a, b) => a - b)) rowOfLength.fill(this.#rowFor(arrival, from), from - 1);
    this.#known.push({ turns: [...nights], rowOfLength });
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
