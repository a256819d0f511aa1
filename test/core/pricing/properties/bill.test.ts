import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requiredFeesFor, taxesFor, unitPriceFor } from "../../../../src/core/pricing/bill.ts";
import { quote } from "../../../../src/core/pricing/quote.ts";
import { cases, requestedStays, runs, seed } from "./random-books.ts";

const numRuns = runs;

describe(`bills of random rentals (seed ${seed})`, () => {
  test("for the quoted rental price equal the quote, fee by fee and tax by tax", () => {
    let billed = 0;
    const property = fc.property(cases, requestedStays, ({ book, today }, { inDays, nights, adults, children }) => {
      const stay = { arrival: today + inDays, departure: today + inDays + nights, adults, children };
      const { price } = quote(book, stay, today);
      if (!price) return;
      const fees = requiredFeesFor(book, stay, price.rentalPrice);
      const taxes = taxesFor(book, stay, price.rentalPrice, fees);
      expect(fees).toEqual(price.fees);
      expect(taxes.map(({ on, ...tax }) => ({ ...tax, fee: on?.fee ?? null }))).toEqual(
        price.taxes.map(({ rentalsFee, ...tax }) => ({
          ...tax,
          fee: price.fees.find(({ id }) => id === rentalsFee)?.fee ?? null,
        })),
      );
      for (const fee of fees) expect(unitPriceFor(book, stay, price.rentalPrice, fee.id)).toBe(fee.unitPrice);
      billed += fees.length + taxes.length;
    });
    fc.assert(property, { numRuns, seed });
    expect(billed).toBeGreaterThan(numRuns / 10);
  });

  test("without a rental price tax only the fees, as a bill with one does", () => {
    const property = fc.property(
      cases,
      requestedStays,
      fc.nat(1_000_000),
      ({ book, today }, { inDays, nights }, rentalPrice) => {
        const stay = { arrival: today + inDays, departure: today + inDays + nights, adults: 2, children: 0 };
        const amount = book.currency === "JPY" ? 12_300 : 12_345;
        const charged = book.fees.map(({ fee }, index) => ({ fee, index, amount }));
        const whole = taxesFor(book, stay, rentalPrice, charged);
        expect(taxesFor(book, stay, null, charged)).toEqual(whole.filter(({ on }) => on !== null));
      },
    );
    fc.assert(property, { numRuns: numRuns / 4, seed });
  });
});
