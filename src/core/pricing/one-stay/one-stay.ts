import { largestHundredths } from "../../hundredths.ts";
import { largestStay, scaled, sumInMinorUnits } from "../arithmetic.ts";
import { quote } from "../quote.ts";
import { isMidTerm } from "../rates/mid-term.ts";
import { absoluteMinimum, baseRatePerNight, isRatedByNight, nightlyRate } from "../rates/nightly-rates.ts";
import { guestLimit, type RateBook } from "../rates/rate-book.ts";
import { guestCount, type Stay } from "../stay/stay.ts";
import { ChargesCache } from "./charges.ts";
import { priceOfNight } from "./night-kinds.ts";
import { rentalPriceOf } from "./rental-price.ts";
import { type ChargedKinds, StayInTable } from "./stay-in-table.ts";

/** The result of a stay in one rental. */
export interface StayTotal {
  /** The stay is refused or has no price. */
  readonly isRefused: boolean;
  /** Hundredths of the unit; undefined without a price. */
  readonly finalPrice: number | undefined;
}

/** The parts of a book that depend on bookings and on the calling application. */
export type Sold = Pick<RateBook, "taken" | "priceIncrease">;

const withoutPrice: StayTotal = { isRefused: true, finalPrice: undefined };

/** A stay in a table, with the key of the cache. */
interface CachedTable {
  readonly rules: RateBook["rules"];
  readonly seasons: RateBook["seasons"];
  readonly currency: string;
  readonly guests: number;
  readonly table: StayInTable;
}

/**
 * Prices one stay in many rentals, to the cent as `quote` does but without an explanation. Rentals with the same rates table share its
 * work. Guests may differ between rentals, nights may not.
 */
export class OneStay {
  readonly #today: number;
  readonly #tables = new Map<RateBook["rules"], CachedTable[]>();
  readonly #charges = new ChargesCache();
  /** The previous table: rentals with the same table are often adjacent. */
  #last: CachedTable | undefined;

  /** @param today the UTC date */
  constructor(today: number) {
    this.#today = today;
  }

  /**
   * @param earliest earlier arrivals are in the past at the rental's location, and are refused
   * @param sold replaces those parts of the book without copying it
   */
  in(book: RateBook, stay: Stay, earliest = Number.NEGATIVE_INFINITY, sold: Sold = book): StayTotal {
    if (isMidTerm(book, stay)) return this.#quoted({ ...book, ...sold }, stay, earliest);
    if (book.withoutExchange) return withoutPrice;
    const table = this.#tableOf(book, stay);
    const finalPrice = this.#finalPriceIn(book, stay, table, sold);
    if (finalPrice === undefined) return withoutPrice;
    const isOverfull = guestCount(stay) > (guestLimit(book) ?? Number.POSITIVE_INFINITY);
    return { isRefused: stay.arrival < earliest || isOverfull || table.isRefused(book, sold.taken), finalPrice };
  }

  #finalPriceIn(book: RateBook, stay: Stay, table: StayInTable, { taken, priceIncrease }: Sold): number | undefined {
    const charged = table.chargedIn(book, taken);
    const sum = isRatedByNight(book) ? sumOfSingleNights(book, stay, charged) : sumOfSeasonNights(book, charged);
    if (sum === undefined || sum > largestStay(book.currency)) return undefined;
    const rentalPrice = rentalPriceOf(book, priceIncrease, stay.arrival, sumInMinorUnits(sum));
    const price = this.#charges.of(book, stay).finalPrice(rentalPrice);
    return price <= largestHundredths ? price : undefined;
  }

  #quoted(book: RateBook, stay: Stay, earliest: number): StayTotal {
    const { refusals, price } = quote(book, stay, this.#today, earliest);
    return { isRefused: refusals.length > 0, finalPrice: price?.finalPrice };
  }

  #tableOf(book: RateBook, stay: Stay): StayInTable {
    const guests = guestCount(stay);
    if (this.#last && isOf(this.#last, book, guests)) return this.#last.table;
    const { rules, seasons, currency } = book;
    const tables = this.#tables.get(rules) ?? [];
    let cached = tables.find((one) => isOf(one, book, guests));
    if (!cached) {
      cached = { rules, seasons, currency, guests, table: new StayInTable(book, stay, this.#today) };
      tables.push(cached);
      this.#tables.set(rules, tables);
    }
    this.#last = cached;
    return cached.table;
  }
}

function isOf({ rules, seasons, currency, guests }: CachedTable, book: RateBook, guestsOfStay: number): boolean {
  return rules === book.rules && seasons === book.seasons && currency === book.currency && guests === guestsOfStay;
}

/** In hundredths of the minor unit; undefined if a night of the stay has no rate. */
function sumOfSeasonNights(book: RateBook, { byKind }: ChargedKinds): number | undefined {
  const base = baseRatePerNight(book);
  const minimum = absoluteMinimum(book);
  let sum = 0;
  for (const { kind, isOwn, count } of byKind) {
    const rate = scaled(base, kind.ratio);
    if (rate > 0) sum += count * priceOfNight(kind, rate, minimum);
    else if (isOwn) return undefined;
  }
  return sum;
}

/** The same for a book with a rate per night. */
function sumOfSingleNights(book: RateBook, stay: Stay, { from, byNight }: ChargedKinds): number | undefined {
  const minimum = absoluteMinimum(book);
  let sum = 0;
  for (const [index, kind] of byNight.entries()) {
    const night = from + index;
    const rate = nightlyRate(book, night);
    if (rate > 0) sum += priceOfNight(kind, rate, minimum);
    else if (night >= stay.arrival && night < stay.departure) return undefined;
  }
  return sum;
}
