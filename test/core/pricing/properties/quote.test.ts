import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quote } from "../../../../src/core/pricing/quote.ts";
import type { RateBook } from "../../../../src/core/pricing/rates/rate-book.ts";
import type { Stay } from "../../../../src/core/pricing/stay/stay.ts";
import { expectAgreement } from "./agreement.ts";
import { cases, requestedStays, runs, seed, stayOf } from "./random-books.ts";

const numRuns = runs;

/** The rental price, if any. */
function rentalPrice(book: RateBook, stay: Stay, today: number): number | undefined {
  return quote(book, stay, today).price?.rentalPrice;
}

describe(`quotes of random rentals (seed ${seed})`, () => {
  test("agree with an evaluator written from the specification alone", () => {
    let priced = 0;
    let refused = 0;
    const property = fc.property(
      cases,
      fc.array(requestedStays, { minLength: 2, maxLength: 4 }),
      ({ book, today }, all) => {
        for (const given of all) {
          const stay = stayOf(today, given);
          const { refusals, price } = expectAgreement(book, stay, today);
          if (price) priced++;
          if (refusals.length > 0) refused++;
        }
      },
    );
    fc.assert(property, { numRuns, seed });
    expect(priced).toBeGreaterThan(numRuns / 2);
    expect(refused).toBeGreaterThan(numRuns / 10);
  });

  test("add up to the cent: lines to the rental price, fees and taxes to the final price", () => {
    const property = fc.property(cases, requestedStays, ({ book, today }, given) => {
      const { price } = quote(book, stayOf(today, given), today);
      if (!price) return;
      const perAmount = book.currency === "JPY" ? 1 : 100;
      const lines = price.lines.reduce((sum, { change }) => sum + change, 0);
      expect(lines).toBe(price.rentalPrice * perAmount);
      const fees = price.fees.reduce((sum, { amount }) => sum + amount, 0);
      const taxes = price.taxes.filter(({ included }) => !included).reduce((sum, { amount }) => sum + amount, 0);
      expect(price.rentalPrice + fees + taxes).toBe(price.finalPrice);
      for (const fee of price.fees) expect(fee.unitPrice * fee.quantity).toBe(fee.amount);
      expect(price.payNow).toBeLessThanOrEqual(price.finalPrice);
      expect(price.payNow).toBeGreaterThanOrEqual(0);
    });
    fc.assert(property, { numRuns, seed });
  });

  /** Changes that can only raise a price. */
  const neverLess: readonly [name: string, change: (book: RateBook) => RateBook][] = [
    ["a higher base rate", (book) => ({ ...book, baseRate: (book.baseRate ?? 0) + 1 })],
    ["a higher absolute minimum", (book) => ({ ...book, absoluteMinPrice: (book.absoluteMinPrice ?? 0) + 1_000 })],
    ["no special offers", (book) => ({ ...book, specialOffers: [] })],
    [
      "a price increase where there is none",
      (book) => ({ ...book, priceIncrease: book.priceIncrease ?? { standard: 777, overrides: [] } }),
    ],
    [
      "rounding up",
      (book) => (book.roundingKind === "no-rounding" ? { ...book, roundingKind: "closest-exact" } : book),
    ],
    [
      "one more rule that charges more nights",
      (book) => ({
        ...book,
        rules: [
          ...book.rules,
          { id: 99, kind: "charge_at_least", applies: { when: "always" }, length: 9, unit: "days" },
        ],
      }),
    ],
    [
      "one more floor",
      (book) => ({
        ...book,
        rules: [
          ...book.rules,
          { id: 99, kind: "strict_minimum_price_per_night", applies: { when: "always" }, percentage: -500 },
        ],
      }),
    ],
    [
      "one more surcharge for weekends",
      (book) => ({
        ...book,
        rules: [
          ...book.rules,
          { id: 99, kind: "weekend_night", applies: { when: "always" }, days: [0, 5, 6], percentage: 250 },
        ],
      }),
    ],
  ];

  test.each(neverLess)("never cost less with %s", (_name, change) => {
    const property = fc.property(cases, requestedStays, ({ book, today }, given) => {
      const stay = stayOf(today, given);
      const before = rentalPrice(book, stay, today);
      const after = rentalPrice(change(book), stay, today);
      if (before !== undefined && after !== undefined) expect(after).toBeGreaterThanOrEqual(before);
    });
    fc.assert(property, { numRuns: Math.ceil(numRuns / 8), seed });
  });

  test("never cost less for one more night, where no rule looks at the length", () => {
    const byLength = new Set(["stay_at_least", "stay_shorter_than"]);
    const property = fc.property(cases, requestedStays, ({ book: any, today }, given) => {
      const book = { ...any, rules: any.rules.filter(({ kind }) => !byLength.has(kind)) };
      const shorter = rentalPrice(book, stayOf(today, given), today);
      const longer = rentalPrice(book, stayOf(today, { ...given, nights: given.nights + 1 }), today);
      if (shorter !== undefined && longer !== undefined) expect(longer).toBeGreaterThanOrEqual(shorter);
    });
    fc.assert(property, { numRuns: Math.ceil(numRuns / 4), seed });
  });

  test("never cost less for one more guest, where guests are only ever charged for", () => {
    const property = fc.property(cases, requestedStays, ({ book: any, today }, given) => {
      const rules = any.rules.filter(
        (rule) =>
          rule.kind !== "occupation_less_than" &&
          (rule.kind !== "additional_person_fixed_per_night" || rule.fixedAmount >= 0),
      );
      const fewer = rentalPrice({ ...any, rules }, stayOf(today, given), today);
      const more = rentalPrice({ ...any, rules }, stayOf(today, { ...given, adults: given.adults + 1 }), today);
      if (fewer !== undefined && more !== undefined) expect(more).toBeGreaterThanOrEqual(fewer);
    });
    fc.assert(property, { numRuns: Math.ceil(numRuns / 4), seed });
  });
});
