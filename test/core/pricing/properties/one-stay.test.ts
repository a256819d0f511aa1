import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OneStay } from "../../../../src/core/pricing/one-stay/one-stay.ts";
import { quote } from "../../../../src/core/pricing/quote.ts";
import type { RateBook } from "../../../../src/core/pricing/rates/rate-book.ts";
import { casesOn, requestedStays, runs, seed, todays } from "./random-books.ts";

/** Random rentals with the rules and seasons of one of several rates tables. */
const rentalsOfTables = todays.chain((today) =>
  fc.record({
    today: fc.constant(today),
    books: fc
      .tuple(
        fc.array(casesOn(today), { minLength: 1, maxLength: 2 }),
        fc.array(rentalOn(today), { minLength: 1, maxLength: 6 }),
      )
      .map(([tables, rentals]) =>
        rentals.map(({ book, of }): RateBook => {
          const table = tables[of % tables.length]?.book ?? book;
          return { ...book, ...chargingAs(of, table), rules: table.rules, seasons: table.seasons };
        }),
      ),
  }),
);

/** Rentals of table 0 share fees and taxes under their own ids. Other rentals have unrelated fees. */
function chargingAs(table: number, { fees, taxes, currency }: RateBook): Partial<RateBook> {
  if (table !== 0) return {};
  const own = fees.map((fee, index) => ({ ...fee, id: 1000 + index }));
  return { fees: own, feesAlike: fees, taxes, currency };
}

/** A random rental and its table, rarely with mid-term rates, an unexchangeable fee or a price above the maximum. */
function rentalOn(today: number): fc.Arbitrary<{ readonly book: RateBook; readonly of: number }> {
  const rarely = <T>(value: T) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(value) });
  return fc
    .record({
      own: casesOn(today),
      of: fc.integer({ min: 0, max: 1 }),
      midTerm: fc.option(fc.array(fc.integer({ min: 0, max: 9_999 }), { minLength: 50, maxLength: 150 })),
      withoutExchange: rarely({ from: "GBP", to: "EUR" }),
      tooExpensive: rarely({ baseRate: 99_999_999_999, nightlyMap: null }),
    })
    .map(({ own, of, midTerm, withoutExchange, tooExpensive }) => ({
      book: {
        ...own.book,
        ...tooExpensive,
        midTermActive: midTerm !== null,
        midTerm: midTerm && { start: today - 5, rates: midTerm },
        withoutExchange,
      },
      of,
    }));
}

const stays = fc.record({
  given: requestedStays,
  long: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }) }),
  past: fc.integer({ min: 0, max: 19 }),
});

describe(`one stay in random rentals (seed ${seed})`, () => {
  test("has the final price and the refusals of its quote, whatever the rentals share", () => {
    let priced = 0;
    let refused = 0;
    const property = fc.property(rentalsOfTables, stays, ({ today, books }, { given, long, past }) => {
      const arrival = today + given.inDays;
      const nights = { arrival, departure: arrival + given.nights + long };
      const earliest = past === 0 ? arrival + 1 : Number.NEGATIVE_INFINITY;
      const oneStay = new OneStay(today);
      for (const [index, book] of [...books, ...books].entries()) {
        const stay = { ...nights, adults: given.adults + (index % 2), children: given.children };
        const { refusals, price } = quote(book, stay, today, earliest);
        const total = { isRefused: refusals.length > 0, finalPrice: price?.finalPrice };
        expect(oneStay.in(book, stay, earliest)).toEqual(total);
        expect(oneStay.in({ ...book, taken: [], priceIncrease: null }, stay, earliest, book)).toEqual(total);
        if (price) priced++;
        if (refusals.length > 0) refused++;
      }
    });
    fc.assert(property, { numRuns: runs, seed });
    expect(priced).toBeGreaterThan(runs);
    expect(refused).toBeGreaterThan(runs / 5);
  });
});
