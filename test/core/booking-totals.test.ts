import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  discountOf,
  type FeeLine,
  finalPrice,
  finalRentalPrice,
  initialPriceFor,
  rentalPriceWithin,
  type TaxLine,
} from "../../src/core/booking-totals.ts";
import { formatHundredths } from "../../src/core/hundredths.ts";

const fee = (price: number, timesBooked = 1, includedInPrice = true): FeeLine => ({
  price,
  timesBooked,
  includedInPrice,
});
const tax = (amount: number, included = false): TaxLine => ({ amount, included });

describe("the rental price after the discount", () => {
  test.each([
    ["3000.0 less 10%", 300_000, "10%", 270_000],
    ["3000.0 less 100", 300_000, "100", 290_000],
    ["3000.0 less 99.99", 300_000, "99.99", 290_001],
    ["10.05 less 50%, rounded half up", 10_05, "50%", 5_02],
    ["100.0 less 12.5%", 100_00, "12.5%", 87_50],
    ["100.0 less 100%", 100_00, "100%", 0],
    ["100.0 less 0%", 100_00, "0%", 100_00],
    ["100.0 less more than itself: zero", 100_00, "150", 0],
    ["100.0 without a discount", 100_00, null, 100_00],
    ["100.0 with an empty discount", 100_00, "", 100_00],
  ])("is computed for %s", (_, initial, discount, expected) => {
    expect(finalRentalPrice(initial, discount, "EUR")).toBe(expected);
  });

  test("is rounded to whole yen", () => {
    expect(finalRentalPrice(15_00, "10%", "JPY")).toBe(13_00);
    expect(finalRentalPrice(4000_00, "99.5", "JPY")).toBe(3900_00);
    expect(finalRentalPrice(4000_00, "99.49", "JPY")).toBe(3901_00);
  });

  test("is unknown without a price, whatever the discount", () => {
    expect(finalRentalPrice(null, "10%", "EUR")).toBeNull();
  });

  test("is never below zero nor above the initial price", () => {
    const discounts = fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => `${formatHundredths(basisPoints)}%`),
      fc.integer({ min: 0, max: 10_000_000 }).map(formatHundredths),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), discounts, (initial, discount) => {
        const price = finalRentalPrice(initial, discount, "EUR");
        expect(price).toBeGreaterThanOrEqual(0);
        expect(price).toBeLessThanOrEqual(initial);
      }),
    );
  });
});

describe("the final price", () => {
  test("of 3000 less 10%, fees 2 × 50 and 1 × 30, excluded taxes 60 and 40, included tax 10 is 2930", () => {
    const rental = finalRentalPrice(300_000, "10%", "USD");
    const taxes = [tax(6000), tax(4000), tax(1000, true)];
    expect(finalPrice(rental, [fee(5000, 2), fee(3000)], taxes)).toBe(293_000);
  });

  test.each([
    ["no amounts: unknown", null, [], [], null],
    ["a rental price alone", 100_00, [], [], 100_00],
    ["a fee without a rental price", null, [fee(50_00)], [], 50_00],
    ["a tax without a rental price", null, [], [tax(5_00)], 5_00],
    ["a fee not included in the price, which does not count", 100_00, [fee(50_00, 3, false)], [], 100_00],
    ["only a fee that does not count: unknown", null, [fee(50_00, 1, false)], [], null],
    ["only an included tax: unknown", null, [], [tax(5_00, true)], null],
    ["a fee booked zero times, which costs nothing", 100_00, [fee(50_00, 0)], [], 100_00],
    ["a free stay: zero, not unknown", 0, [], [], 0],
  ])("is computed for %s", (_, rental, fees, taxes, expected) => {
    expect(finalPrice(rental, fees, taxes)).toBe(expected);
  });

  test("does not depend on the order of its lines, and includes each line's amount", () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000 });
    const fees = fc.array(
      fc.tuple(amounts, fc.nat(20), fc.boolean()).map(([price, times, counts]) => fee(price, times, counts)),
    );
    const taxes = fc.array(fc.tuple(amounts, fc.boolean()).map(([amount, included]) => tax(amount, included)));
    fc.assert(
      fc.property(amounts, fees, taxes, amounts, fc.nat(20), (rental, given, levied, price, times) => {
        const before = finalPrice(rental, given, levied) ?? Number.NaN;
        expect(finalPrice(rental, given.toReversed(), levied.toReversed())).toBe(before);
        expect(finalPrice(rental, [...given, fee(price, times)], levied)).toBe(before + price * times);
        expect(finalPrice(rental, given, [...levied, tax(price)])).toBe(before + price);
        expect(finalPrice(rental, given, [...levied, tax(price, true)])).toBe(before);
      }),
    );
  });
});

describe("a discount", () => {
  test.each([
    ["10%", { kind: "percentage", value: 1000 }],
    ["12.5%", { kind: "percentage", value: 1250 }],
    ["100%", { kind: "percentage", value: 10_000 }],
    ["100", { kind: "amount", value: 10_000 }],
    ["99.99", { kind: "amount", value: 9999 }],
    ["0", { kind: "amount", value: 0 }],
  ])("parses %j", (text, expected) => {
    expect(discountOf(text)).toEqual(expected);
  });

  test.each(["101%", "-1%", "-5", "ten", "%", "10%%", "1.234", "10.001%", "", "5 EUR", "100 %x"])(
    "%j is refused",
    (text) => {
      expect(discountOf(text)).toBeUndefined();
    },
  );
});

describe("the rental price within a total", () => {
  const currency = fc.constantFrom("EUR", "JPY");
  const unitOf = (name: string) => (name === "JPY" ? 100 : 1);

  test("is the largest that fits beside its extras", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(50_000), fc.nat(15_000), currency, (amount, fixed, basisPoints, name) => {
        const unit = unitOf(name);
        const extrasAt = (price: number): number => (fixed + Math.round((price * basisPoints) / 10_000 / unit)) * unit;
        const total = amount * unit;
        const found = rentalPriceWithin(total, name, extrasAt);
        if (found === undefined) {
          expect(extrasAt(0)).toBeGreaterThan(total);
          return;
        }
        expect(found % unit).toBe(0);
        expect(found + extrasAt(found)).toBeLessThanOrEqual(total);
        expect(found + unit + extrasAt(found + unit)).toBeGreaterThan(total);
      }),
    );
  });

  test("is reached by the initial price, to the minor unit", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 0, max: 9999 }), currency, (amount, basisPoints, name) => {
        const price = amount * unitOf(name);
        const discount = `${basisPoints / 100}%`;
        const initial = initialPriceFor(price, discount, name) ?? Number.NaN;
        expect(Math.abs((finalRentalPrice(initial, discount, name) ?? 0) - price)).toBeLessThanOrEqual(unitOf(name));
      }),
    );
    expect(initialPriceFor(100_00, "20", "EUR")).toBe(120_00);
    expect(initialPriceFor(100_00, null, "EUR")).toBe(100_00);
    expect(initialPriceFor(100_00, "100%", "EUR")).toBeUndefined();
  });
});
