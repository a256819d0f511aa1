import { largestHundredths } from "../../hundredths.ts";
import { largestStay, scaled, sumInMinorUnits } from "../arithmetic.ts";
import { isMidTerm } from "../mid-term.ts";
import { absoluteMinimum, baseRatePerNight, nightlyRate } from "../nightly-rates.ts";
import { quote } from "../quote.ts";
import type { RateBook } from "../rate-book.ts";
import { guestCount, type Stay } from "../stay.ts";
import { finalPriceOf, rentalPriceOf } from "./final-price.ts";
import { priceOfNight } from "./night-kinds.ts";
import { StayInTable } from "./stay-in-table.ts";

/** What a stay comes to in one rental. */
export interface StayTotal {
  /** Something refuses it, or it has no price. */
  readonly isRefused: boolean;
  /** Hundredths of the unit; undefined where it has none. */
  readonly finalPrice: number | undefined;
}

const withoutPrice: StayTotal = { isRefused: true, finalPrice: undefined };

/** What a table says of a stay, and of which stays and books it says so. */
interface KnownTable {
  readonly seasons: RateBook["seasons"];
  readonly currency: string;
  readonly guests: number;
  readonly table: StayInTable;
}

/**
 * Tells of one stay in many rentals whether it is refused and what it comes to: to the cent what `quote` says, which tells beside it how
 * the price comes about. Rentals of one rates table share what its rules say of the stay. Guests may differ between rentals, the nights
 * may not.
 */
export class OneStay {
  readonly #today: number;
  readonly #tables = new Map<RateBook["rules"], KnownTable[]>();

  /** @param today the UTC date */
  constructor(today: number) {
    this.#today = today;
  }

  /** @param earliest arrivals before this day are over where the rental lies, and refused */
  in(book: RateBook, stay: Stay, earliest = Number.NEGATIVE_INFINITY): StayTotal {
    if (isMidTerm(book, stay)) return this.#quoted(book, stay, earliest);
    if (book.withoutExchange) return withoutPrice;
    const table = this.#tableOf(book, stay);
    const finalPrice = finalPriceIn(book, stay, table);
    if (finalPrice === undefined) return withoutPrice;
    const isOverfull = guestCount(stay) > (book.sleepsMax || Number.POSITIVE_INFINITY);
    return { isRefused: stay.arrival < earliest || isOverfull || table.isRefused(book), finalPrice };
  }

  #quoted(book: RateBook, stay: Stay, earliest: number): StayTotal {
    const { refusals, price } = quote(book, stay, this.#today, earliest);
    return { isRefused: refusals.length > 0, finalPrice: price?.finalPrice };
  }

  #tableOf(book: RateBook, stay: Stay): StayInTable {
    const { rules, seasons, currency } = book;
    const guests = guestCount(stay);
    const tables = this.#tables.get(rules) ?? [];
    for (const known of tables) {
      if (known.seasons === seasons && known.currency === currency && known.guests === guests) return known.table;
    }
    const table = new StayInTable(book, stay, this.#today);
    tables.push({ seasons, currency, guests, table });
    this.#tables.set(rules, tables);
    return table;
  }
}

function finalPriceIn(book: RateBook, stay: Stay, table: StayInTable): number | undefined {
  const sum = book.nightlyMap ? sumOfWrittenNights(book, stay, table) : sumOfSeasonNights(book, table);
  if (sum === undefined || sum > largestStay(book.currency)) return undefined;
  const price = finalPriceOf(book, stay, rentalPriceOf(book, stay.arrival, sumInMinorUnits(sum)));
  return price <= largestHundredths ? price : undefined;
}

/** Hundredths of the minor unit; undefined where a night of the stay has no rate. */
function sumOfSeasonNights(book: RateBook, table: StayInTable): number | undefined {
  const base = baseRatePerNight(book);
  const minimum = absoluteMinimum(book);
  let sum = 0;
  for (const { kind, isOwn, count } of table.chargedIn(book).together) {
    const rate = scaled(base, kind.ratio);
    if (rate > 0) sum += count * priceOfNight(kind, rate, minimum);
    else if (isOwn) return undefined;
  }
  return sum;
}

/** The same where each night has a rate of its own. */
function sumOfWrittenNights(book: RateBook, stay: Stay, table: StayInTable): number | undefined {
  const minimum = absoluteMinimum(book);
  const { from, byNight } = table.chargedIn(book);
  let sum = 0;
  for (const [index, kind] of byNight.entries()) {
    const night = from + index;
    const rate = nightlyRate(book, night);
    if (rate > 0) sum += priceOfNight(kind, rate, minimum);
    else if (night >= stay.arrival && night < stay.departure) return undefined;
  }
  return sum;
}
