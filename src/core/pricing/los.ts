import { minorUnit } from "../rounding.ts";
import { increaseOn, offerOn } from "./after-the-sum.ts";
import { wholeFactor } from "./arithmetic.ts";
import { BookingWindows } from "./los/booking-windows.ts";
import { ChargedRanges } from "./los/charged-ranges.ts";
import { DayPrices } from "./los/day-prices.ts";
import { FinalPrices } from "./los/final-prices.ts";
import { type Occupancies, occupancyGroups } from "./los/occupancies.ts";
import { type LosKind, type LosRecord, losKinds, RecordsOfDay } from "./los/records.ts";
import { refuseLengths, refuseWholeDays } from "./los/refused-lengths.ts";
import { nightlyRates } from "./rates/nightly-rates.ts";
import type { RateBook } from "./rates/rate-book.ts";
import { rulesByKind } from "./rules/rates-rule.ts";
import { allLengths, CheckIns, type Lengths, longestLength } from "./stay/check-ins.ts";
import { FreeNights } from "./stay/free-nights.ts";

/** How many check-in days are listed (pricing.md §5). */
export const losDayCount = 1096;

export interface LosOptions {
  /** All of them where none are named. */
  readonly kinds?: readonly LosKind[];
  /** The first check-in day; today where none is named. */
  readonly firstDay?: number;
  /** How many check-in days; 1096 where nothing is said. */
  readonly days?: number;
  /** One line's amount in another currency (hundredths, rounded once): then prices are shown in that one. */
  readonly exchanged?: ((amount: number) => number) | undefined;
  /** Arrivals before this day are over where the rental lies, and refused. */
  readonly earliest?: number | undefined;
}

/**
 * The length-of-stay records of a rental (pricing.md §5), one check-in day after the other: for each kind and each group of
 * occupancies that share all their prices of that day, what 1 … 30 nights cost, to the cent what `quote` answers for the same
 * stay today.
 *
 * A day's records are made when it is asked for, so a caller can write them out as they come; the next day is written into the
 * same objects. What is made beforehand is small: for each check-in day the lengths that are refused, and for each combination
 * of rules that match, the running sums of its nights.
 */
export function losDays(
  book: RateBook,
  today: number,
  options: LosOptions = {},
): IterableIterator<readonly LosRecord[]> {
  return new LosDays(book, today, options);
}

/** An iterator written out: as a generator it took 1.86 ms instead of 1.49 (all days open, best of 300 rounds; docs/design/maps-and-lengths.md). */
class LosDays implements IterableIterator<readonly LosRecord[]> {
  readonly #book: RateBook;
  readonly #checkIns: CheckIns;
  readonly #ranges: ChargedRanges;
  readonly #windows: BookingWindows;
  readonly #finalPrices: FinalPrices;
  readonly #exchanging: FinalPrices | undefined;
  readonly #areFinalWanted: boolean;
  readonly #prices: DayPrices;
  readonly #records: RecordsOfDay;
  #day: number;

  constructor(book: RateBook, today: number, options: LosOptions) {
    const { kinds = losKinds, firstDay = today, days = losDayCount, exchanged } = options;
    const rules = rulesByKind(book.rules);
    const groups = occupancyGroups(book, rules);
    const checkIns = new CheckIns(firstDay, firstDay + days);
    const free = new FreeNights(book.taken, checkIns.first, checkIns.end + longestLength);
    this.#ranges = new ChargedRanges(rules, checkIns, free);
    const window = this.#ranges.reach(checkIns.first, checkIns.end);
    const rated = { window, rates: nightlyRates(book, window) };
    refuseLengths(checkIns, { book, rules, today, free, rated });
    refuseWholeDays(book, checkIns, options.earliest);
    this.#book = book;
    this.#checkIns = checkIns;
    this.#windows = new BookingWindows(book, rules, today, rated, groups);
    this.#finalPrices = new FinalPrices(book, groups);
    this.#exchanging = exchanged && exchangingPrices(book, groups, exchanged);
    this.#areFinalWanted = !exchanged && kinds.includes("final_price");
    this.#prices = new DayPrices(book, groups.length, exchanged !== undefined);
    this.#records = new RecordsOfDay(kinds, groups, this.#prices);
    this.#day = firstDay;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<readonly LosRecord[], undefined> {
    const day = this.#day;
    if (day >= this.#checkIns.end) return { done: true, value: undefined };
    this.#day++;
    const refused = this.#checkIns.refused[day - this.#checkIns.first] ?? 0;
    const isRefused = refused === allLengths;
    if (isRefused) this.#prices.refuseAll();
    else this.#price(day, refused);
    return { done: false, value: this.#records.of(day, isRefused) };
  }

  #price(day: number, refused: Lengths): void {
    const prices = this.#prices;
    this.#ranges.lookAt(day);
    this.#finalPrices.lookAt(day);
    this.#exchanging?.lookAt(day);
    this.#windows.lookAt(day, this.#checkIns, this.#ranges);
    const offer = wholeFactor - (offerOn(this.#book.specialOffers, day)?.discount ?? 0);
    const increase = wholeFactor + (increaseOn(this.#book.priceIncrease, day)?.increase ?? 0);
    prices.addNights(day, this.#windows, this.#ranges);
    prices.adjust(offer, increase);
    const canBeTooDear = prices.canBeTooDear(this.#finalPrices.mostFor(prices.most));
    if (this.#areFinalWanted || canBeTooDear) this.#finalPrices.fill(prices);
    if (canBeTooDear) prices.refuseTooDear();
    this.#exchanging?.fill(prices);
    prices.finish(refused);
  }
}

function exchangingPrices(
  book: RateBook,
  groups: readonly Occupancies[],
  exchanged: (amount: number) => number,
): FinalPrices {
  const unit = minorUnit(book.currency);
  return new FinalPrices(book, groups, (minorUnits) => exchanged(minorUnits * unit));
}
