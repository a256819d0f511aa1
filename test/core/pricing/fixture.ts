import { parseDay } from "../../../src/core/day.ts";
import { type Applicability, always } from "../../../src/core/pricing/applicability.ts";
import { quote, type StayPrice } from "../../../src/core/pricing/quote.ts";
import type { RateBook, RentalFee, RentalTax } from "../../../src/core/pricing/rates/rate-book.ts";
import type { RatesRule } from "../../../src/core/pricing/rules/rates-rule.ts";
import type { Stay } from "../../../src/core/pricing/stay/stay.ts";

/** The epoch day of `2027-01-04`. */
export function day(text: string): number {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new Error(`${text} is no date`);
  return parsed;
}

/** "Today" of the worked examples: a Monday. */
export const today = day("2027-01-04");

/** A rental at 100 EUR a night, without rules. */
export function aBook(given: Partial<RateBook> = {}): RateBook {
  return {
    currency: "EUR",
    baseRate: 100_00,
    baseRateKind: "nightly",
    seasons: [],
    nightlyMap: null,
    overrides: [],
    absoluteMinPrice: null,
    absoluteMinStay: null,
    midTerm: null,
    midTermActive: false,
    sleeps: null,
    sleepsMax: null,
    rules: [],
    taken: [],
    specialOffers: [],
    priceIncrease: null,
    roundingKind: "no-rounding",
    fees: [],
    taxes: [],
    downpayment: 0,
    balanceDue: 0,
    damageDeposit: null,
    ...given,
  };
}

/** A rate book with rules only. */
export function withRules(...rules: readonly RatesRule[]): RateBook {
  return aBook({ rules });
}

/** The nights from `start` to `end`, both included. */
export function dates(start: string, end: string): Applicability {
  return { when: "dates", start: day(start), end: day(end) };
}

/** The nights of several periods. */
export function seasons(...periods: readonly [start: string, end: string][]): Applicability {
  return { when: "seasons", periods: periods.map(([start, end]) => ({ start: day(start), end: day(end) })) };
}

export { always };

/** A booking from one day to another. */
export function booked(arrival: string, departure: string): { arrival: number; departure: number } {
  return { arrival: day(arrival), departure: day(departure) };
}

/** A stay of two adults. */
export function stay(arrival: string, nights: number, guests: Partial<Pick<Stay, "adults" | "children">> = {}): Stay {
  return { arrival: day(arrival), departure: day(arrival) + nights, adults: 2, children: 0, ...guests };
}

export function priceOf(book: RateBook, requested: Stay, on: number = today): StayPrice {
  const { price } = quote(book, requested, on);
  if (!price) throw new Error("the stay has no price");
  return price;
}

/** The rental price before special offers, in units: 300 for 300.00. */
export function cost(book: RateBook, requested: Stay, on: number = today): number {
  return priceOf(book, requested, on).beforeSpecialOffers / 100;
}

/** The refusals of a stay: kinds and rules. */
export function refusals(
  book: RateBook,
  requested: Stay,
  on: number = today,
): readonly [kind: string, rule: number | null][] {
  return quote(book, requested, on).refusals.map(({ kind, rule }) => [kind, rule]);
}

/** A required fee of 50 EUR for the stay. */
export function aFee(given: Partial<RentalFee> = {}): RentalFee {
  return {
    id: 1,
    fee: 1,
    required: true,
    applies: always,
    rateKind: "fixed",
    rate: 50_00,
    maximumPossibleRate: null,
    maximumBookable: null,
    maximumNights: null,
    downpaymentPercentage: 0,
    ...given,
  };
}

/** A tax of 10% on top of the rental price. */
export function aTax(given: Partial<RentalTax> = {}): RentalTax {
  return {
    id: 1,
    percentage: 1_000,
    included: false,
    taxable: { kind: "rental" },
    start: day("2020-01-01"),
    end: null,
    lengthOfStay: [],
    ...given,
  };
}
