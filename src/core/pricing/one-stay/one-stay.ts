import { largestHundredths } from "../../hundredths.ts";
import { largestStay, scaled, sumInMinorUnits } from "../arithmetic.ts";
import { quote } from "../quote.ts";
import { isMidTerm } from "../rates/mid-term.ts";
import { absoluteMinimum, baseRatePerNight, nightlyRate } from "../rates/nightly-rates.ts";
import { guestLimit, type RateBook } from "../rates/rate-book.ts";
import { guestCount, type Stay } from "../stay/stay.ts";
import { AllCharges } from "./charges.ts";
import { priceOfNight } from "./night-kinds.ts";
import { rentalPriceOf } from "./rental-price.ts";
import { type ChargedKinds, StayInTable } from "./stay-in-table.ts";

/** What a stay comes to in one rental. */
export interface StayTotal {
  /** Something refuses it, or it has no price. */
  readonly isRefused: boolean;
  /** Hundredths of the unit; undefined where it has none. */
  readonly finalPrice: number | undefined;
}

/** What changes with the bookings and with the application that sells a rental, while its book stays. */
export type Sold = Pick<RateBook, "taken" | "priceIncrease">;

const withoutPrice: StayTotal = { isRefused: true, finalPrice: undefined };

/** What a table says of a stay, and of which stays and books it says so. */
interface KnownTable {
  readonly rules: RateBook["rules"];
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
  readonly #charges = new AllCharges();
  /** The table that was asked for last: rentals of one table often stand together. */
  #last: KnownTable | undefined;

  /** @param today the UTC date */
  constructor(today: number) {
    this.#today = today;
  }

  /**
   * @param earliest arrivals before this day are over where the rental lies, and refused
   * @param sold what stands in the place of the book's own: so that none has to be copied for them
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
    const sum = book.nightlyMap ? sumOfWrittenNights(book, stay, charged) : sumOfSeasonNights(book, charged);
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
    let known = tables.find((one) => isOf(one, book, guests));
    if (!known) {
      known = { rules, seasons, currency, guests, table: new StayInTable(book, stay, this.#today) };
      tables.push(known);
      this.#tables.set(rules, tables);
    }
    this.#last = known;
    return known.table;
  }
}

function isOf({ rules, seasons, currency, guests }: KnownTable, book: RateBook, asked: number): boolean {
  return rules === book.rules && seasons === book.seasons && currency === book.currency && guests === asked;
}

/** Hundredths of the minor unit; undefined where a night of the stay has no rate. */
function sumOfSeasonNights(book: RateBook, { together }: ChargedKinds): number | undefined {
  const base = baseRatePerNight(book);
  const minimum = absoluteMinimum(book);
  let sum = 0;
  for (const { kind, isOwn, count } of together) {
    const rate = scaled(base, kind.ratio);
    if (rate > 0) sum += count * priceOfNight(kind, rate, minimum);
    else if (isOwn) return undefined;
  }
  return sum;
}

/** The same where each night has a rate of its own. */
function sumOfWrittenNights(book: RateBook, stay: Stay, { from, byNight }: ChargedKinds): number | undefined {
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
