import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addAmountsAndTax, addShares, addTax, scaleAll } from "../../../../src/core/pricing/los/passes.ts";
import { type LosRecord, losKinds } from "../../../../src/core/pricing/los/records.ts";
import { losDayCount, losDays } from "../../../../src/core/pricing/los.ts";
import { quote } from "../../../../src/core/pricing/quote.ts";
import type { RateBook } from "../../../../src/core/pricing/rates/rate-book.ts";
import { maxStayLength } from "../../../../src/core/pricing/stay/check-ins.ts";
import { cases, runs, seed } from "./random-books.ts";

/** The expected rate of a record, from its quote: 0 for a refused stay. */
function byQuote(book: RateBook, today: number, record: LosRecord, nights: number, adults: number): number {
  const stay = { arrival: record.day, departure: record.day + nights, adults, children: 0 };
  const { refusals, price } = quote(book, stay, today);
  if (refusals.length > 0 || !price) return 0;
  return {
    rental_price_before_special_offers: price.beforeSpecialOffers,
    rental_price: price.rentalPrice,
    final_price: price.finalPrice,
  }[record.kind];
}

/** Compares without `expect`, which would take longer than computing a million prices. */
function compare(book: RateBook, today: number, record: LosRecord, nights: number, adults: number): void {
  const expected = byQuote(book, today, record, nights, adults);
  const rate = record.rates[nights - 1];
  if (rate !== expected) {
    throw new Error(
      `${record.kind}, ${nights} nights, ${adults} adults, day ${record.day - today}: ${rate}, by quote ${expected}`,
    );
  }
}

describe(`length-of-stay records of random rentals (seed ${seed}, ${runs} runs)`, () => {
  test("equal the quote of the same stay to the cent", () => {
    let offered = 0;
    let compared = 0;
    const cells = fc.array(fc.tuple(fc.nat({ max: 59 }), fc.nat({ max: 29 }), fc.nat({ max: 7 })), {
      minLength: 12,
      maxLength: 12,
    });
    const property = fc.property(cases, fc.integer({ min: 0, max: 3 }), cells, ({ book, today }, later, picked) => {
      for (const records of losDays(book, today, { firstDay: today + later, days: 60 })) {
        for (const record of records) {
          for (const [inDays, index, more] of picked) {
            if (inDays !== record.day - today - later) continue;
            const adults = Math.min(record.minOccupancy + more, record.maxOccupancy);
            const rate = record.rates[index];
            compare(book, today, record, index + 1, adults);
            compared++;
            if (rate) offered++;
          }
        }
      }
    });
    fc.assert(property, { numRuns: runs, seed });
    expect(compared).toBeGreaterThan(runs * 36);
    expect(offered).toBeGreaterThan(compared / 10);
  });

  test("contain every occupancy once per kind and day, and neighbours differ", () => {
    const property = fc.property(cases, ({ book, today }) => {
      for (const records of losDays(book, today, { days: 40 })) {
        for (const kind of losKinds) {
          const ofKind = records.filter((record) => record.kind === kind);
          let next = 1;
          for (const [index, record] of ofKind.entries()) {
            expect(record.minOccupancy).toBe(next);
            expect(record.rates).toHaveLength(maxStayLength);
            next = record.maxOccupancy + 1;
            const neighbour = ofKind[index + 1];
            if (neighbour) expect(Array.from(record.rates)).not.toEqual(Array.from(neighbour.rates));
          }
          expect(next).toBe((book.sleepsMax || book.sleeps || 16) + 1);
        }
      }
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 10), seed });
  });

  test("equal the quote on all 1096 days", () => {
    const property = fc.property(cases, fc.infiniteStream(fc.nat({ max: 29 })), ({ book, today }, places) => {
      let days = 0;
      for (const records of losDays(book, today)) {
        days++;
        for (const record of records) {
          const index = places.next().value ?? 0;
          compare(book, today, record, index + 1, record.maxOccupancy);
        }
      }
      expect(days).toBe(losDayCount);
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 100), seed });
  });

  test("equal the quote where sums and products exceed the exact range", () => {
    const property = fc.property(cases, fc.integer({ min: 1, max: 999_999_999 }), ({ book, today }, dear) => {
      const { nightlyMap } = book;
      const rates = nightlyMap && Array.from(nightlyMap.rates, (rate) => rate * 1_000_000);
      const costly = { ...book, baseRate: dear * 1_000, nightlyMap: nightlyMap && rates && { ...nightlyMap, rates } };
      for (const records of losDays(costly, today, { days: 12 })) {
        for (const record of records) {
          for (const nights of [1, 2, 9, 30]) {
            compare(costly, today, record, nights, record.minOccupancy);
          }
        }
      }
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 20), seed });
  });

  test("compute every step exactly, whatever the size of a price", () => {
    const prices = fc.array(fc.integer({ min: 0, max: 999_999_999_999 }), { minLength: 30, maxLength: 30 });
    const factor = fc.integer({ min: 0, max: 20_000 });
    const exactly = (value: number, by: number): number =>
      Number((BigInt(value) * BigInt(by) * 2n + 10_000n) / 20_000n);
    const property = fc.property(prices, factor, (all, by) => {
      const from = Float64Array.from(all);
      const max = Math.max(...all);
      const scaledAll = new Float64Array(maxStayLength);
      scaleAll(from, scaledAll, by, max);
      expect(Array.from(scaledAll)).toEqual(all.map((price) => exactly(price, by)));
      const sums = new Float64Array(maxStayLength);
      const tax = { byIndex: new Float64Array(maxStayLength).fill(by), largest: by };
      addTax(sums, from, tax, max);
      expect(sums).toEqual(scaledAll);
      addAmountsAndTax(sums, from, from.toReversed(), tax, max);
      const taxed = all.map((price, index) => price + (all.at(-1 - index) ?? 0) + exactly(price, by));
      expect(Array.from(sums)).toEqual(taxed);
      const fees = new Float64Array(maxStayLength);
      const shares = {
        byIndex: all.map(() => ({ rate: by, denominator: 10_000, max: 9_999 })),
        cap: 9_999,
        quantities: new Float64Array(maxStayLength).fill(3),
        rate: by,
        largest: 3 * Math.max(1, by / 10_000),
      };
      addShares(new Float64Array(maxStayLength), from, shares, fees, max);
      expect(Array.from(fees)).toEqual(all.map((price) => 3 * Math.min(9_999, exactly(price, by))));
    });
    fc.assert(property, { numRuns: Math.ceil(runs / 10), seed });
  });
});
