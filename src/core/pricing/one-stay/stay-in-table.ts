import { chargedNights } from "../charged-nights.ts";
import { isRatedByNight, minimumStay } from "../rates/nightly-rates.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { refusalsByOverrides, refusalsByRules } from "../restrictions.ts";
import { chargedAtLeast } from "../rules/charge-at-least.ts";
import { refusedForGap } from "../rules/prevent-gap.ts";
import { type RulesByKind, rulesByKind } from "../rules/rates-rule.ts";
import { nightCount, type Stay } from "../stay/stay.ts";
import { isSameKind, type NightKind, nightKindsOf } from "./night-kinds.ts";

/** Charged nights of one kind. */
export interface NightsOfKind {
  readonly kind: NightKind;
  /** They belong to the stay itself, and must have a rate. */
  readonly isOwn: boolean;
  count: number;
}

/** The charged nights, one by one and grouped by kind. */
export interface ChargedKinds {
  readonly from: number;
  readonly byNight: readonly NightKind[];
  readonly byKind: readonly NightsOfKind[];
}

/** A rates table's view of a stay, computed once for all rentals that share the table, currency and number of guests. */
export class StayInTable {
  readonly #stay: Stay;
  readonly #today: number;
  readonly #rules: RulesByKind;
  readonly #isRefused: boolean;
  readonly #minimumStay: number;
  readonly #kindOf: (night: number) => NightKind;
  readonly #dependsOnBookings: boolean;
  readonly #from: number;
  readonly #until: number;
  /** By the night after the last charged one. */
  readonly #charged = new Map<number, ChargedKinds>();

  /** @param book any book with this table */
  constructor(book: RateBook, stay: Stay, today: number) {
    this.#stay = stay;
    this.#today = today;
    this.#rules = rulesByKind(book.rules);
    // The rental's own nights, minimum stay and taken nights are evaluated per rental.
    const tableOnly = { ...book, taken: [], nightlyMap: null, overrides: [], absoluteMinStay: null };
    this.#minimumStay = minimumStay(tableOnly, stay.arrival);
    this.#isRefused = refusalsByRules(tableOnly, this.#rules, stay, today).some(({ kind }) => kind !== "minimum_stay");
    this.#kindOf = nightKindsOf(book, this.#rules, stay, today);
    this.#dependsOnBookings = chargedAtLeast(this.#rules.charge_at_least_if_available, stay) !== undefined;
    const [from, until] = this.#bounds(tableOnly);
    this.#from = from;
    this.#until = until;
  }

  /** Whether rules, overrides or the minimum stay refuse the stay in a rental. */
  isRefused(book: RateBook, taken: RateBook["taken"]): boolean {
    if (this.#isRefused || refusalsByOverrides(book, this.#stay).length > 0) return true;
    const minimum = isRatedByNight(book)
      ? minimumStay(book, this.#stay.arrival)
      : Math.max(this.#minimumStay, book.absoluteMinStay ?? 1);
    if (nightCount(this.#stay) < minimum) return true;
    if (taken.length === 0) return false;
    return refusedForGap(this.#rules.prevent_gap, this.#stay, this.#today, taken).length > 0;
  }

  /** The charged nights in a rental. */
  chargedIn(book: RateBook, taken: RateBook["taken"]): ChargedKinds {
    const until = this.#dependsOnBookings && taken.length > 0 ? this.#bounds({ ...book, taken })[1] : this.#until;
    const cached = this.#charged.get(until);
    if (cached) return cached;
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
    const byKind: NightsOfKind[] = [];
    for (let night = this.#from; night < until; night++) {
      const isOwn = night >= this.#stay.arrival && night < this.#stay.departure;
      const kind = this.#kindOf(night);
      byNight.push(kind);
      const sameKind = byKind.find((one) => one.isOwn === isOwn && isSameKind(one.kind, kind));
      if (sameKind) sameKind.count++;
      else byKind.push({ kind, isOwn, count: 1 });
    }
    return { from: this.#from, byNight, byKind };
  }
}
