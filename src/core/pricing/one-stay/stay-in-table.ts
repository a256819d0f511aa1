import { chargedNights } from "../charged-nights.ts";
import { minimumStay } from "../rates/nightly-rates.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { refusalsByRules } from "../restrictions.ts";
import { chargedAtLeast } from "../rules/charge-at-least.ts";
import { refusedForGap } from "../rules/prevent-gap.ts";
import { type RulesByKind, rulesByKind } from "../rules/rates-rule.ts";
import { nightCount, type Stay } from "../stay/stay.ts";
import { isSameKind, type NightKind, nightKindsOf } from "./night-kinds.ts";

/** Nights of one kind that are charged. */
export interface NightsOfKind {
  readonly kind: NightKind;
  /** Of the stay itself: such a night must have a rate. */
  readonly isOwn: boolean;
  count: number;
}

/** The nights that are charged, one by one and those of a kind together. */
export interface ChargedKinds {
  readonly from: number;
  readonly byNight: readonly NightKind[];
  readonly together: readonly NightsOfKind[];
}

/** What one rates table says of a stay, worked out once for all rentals that share the table, the currency and the number of guests. */
export class StayInTable {
  readonly #stay: Stay;
  readonly #today: number;
  readonly #rules: RulesByKind;
  readonly #isRefused: boolean;
  readonly #minimumStay: number;
  readonly #kindOf: (night: number) => NightKind;
  readonly #looksAtBookings: boolean;
  readonly #from: number;
  readonly #until: number;
  /** By the night after the last that is charged. */
  readonly #charged = new Map<number, ChargedKinds>();

  /** @param book any of those that share the table */
  constructor(book: RateBook, stay: Stay, today: number) {
    this.#stay = stay;
    this.#today = today;
    this.#rules = rulesByKind(book.rules);
    // What depends on the rental, its own minimum stay and the nights that are taken, is asked for each.
    const alone = { ...book, taken: [], nightlyMap: null, absoluteMinStay: null };
    this.#minimumStay = minimumStay(alone, stay.arrival);
    this.#isRefused = refusalsByRules(alone, this.#rules, stay, today).some(({ kind }) => kind !== "minimum_stay");
    this.#kindOf = nightKindsOf(book, this.#rules, stay, today);
    this.#looksAtBookings = chargedAtLeast(this.#rules.charge_at_least_if_available, stay) !== undefined;
    const [from, until] = this.#bounds(alone);
    this.#from = from;
    this.#until = until;
  }

  /** Whether the rules or the minimum stay refuse it in a rental of the table. */
  isRefused(book: RateBook, taken: RateBook["taken"]): boolean {
    if (this.#isRefused) return true;
    const least = book.nightlyMap
      ? minimumStay(book, this.#stay.arrival)
      : Math.max(this.#minimumStay, book.absoluteMinStay ?? 1);
    if (nightCount(this.#stay) < least) return true;
    if (taken.length === 0) return false;
    return refusedForGap(this.#rules.prevent_gap, this.#stay, this.#today, taken).length > 0;
  }

  /** The nights that are charged in a rental of the table. */
  chargedIn(book: RateBook, taken: RateBook["taken"]): ChargedKinds {
    const until = this.#looksAtBookings && taken.length > 0 ? this.#bounds({ ...book, taken })[1] : this.#until;
    const known = this.#charged.get(until);
    if (known) return known;
    const charged = this.#chargedUntil(until);
    this.#charged.set(until, charged);
    return charged;
  }

  #bounds(book: RateBook): readonly [from: number, until: number] {
    const charged = chargedNights(book, this.#rules, this.#stay);
    return [
      Math.min(...charged.map((nights) => nights.arrival)),
      Math.max(...charged.map((nights) => nights.departure)),
    ];
  }

  #chargedUntil(until: number): ChargedKinds {
    const byNight: NightKind[] = [];
    const together: NightsOfKind[] = [];
    for (let night = this.#from; night < until; night++) {
      const isOwn = night >= this.#stay.arrival && night < this.#stay.departure;
      const kind = this.#kindOf(night);
      byNight.push(kind);
      const known = together.find((some) => some.isOwn === isOwn && isSameKind(some.kind, kind));
      if (known) known.count++;
      else together.push({ kind, isOwn, count: 1 });
    }
    return { from: this.#from, byNight, together };
  }
}
