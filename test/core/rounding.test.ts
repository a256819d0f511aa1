import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { largestHundredths } from "../../src/core/hundredths.ts";
import { divideHalfUp, minorUnit, percentageOf } from "../../src/core/rounding.ts";

describe("rounding half up", () => {
  test.each([
    [5, 2, 3],
    [4, 2, 2],
    [7, 3, 2],
    [8, 3, 3],
    [1, 2, 1],
    [-1, 2, -1],
    [-5, 2, -3],
    [-1, 3, 0],
    [0, 7, 0],
  ])("%i / %i is %i", (numerator, denominator, quotient) => {
    expect(divideHalfUp(numerator, denominator)).toBe(quotient);
  });

  test("differs by at most a half, and by exactly a half only upwards", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 1, max: 1e6 }), (numerator, denominator) => {
        const rest = divideHalfUp(numerator, denominator) * denominator - numerator;
        expect(Math.abs(rest) * 2).toBeLessThanOrEqual(denominator);
        if (Math.abs(rest) * 2 === denominator) expect(Math.sign(rest)).toBe(Math.sign(numerator));
      }),
    );
  });
});

describe("a percentage of an amount", () => {
  test.each([
    [300_000, 1000, "USD", 30_000],
    [10_05, 5000, "EUR", 503],
    [10_05, 1, "EUR", 0],
    [33_33, 3333, "EUR", 1111],
    [10_000_00, 333, "JPY", 333_00],
    [15_00, 1000, "JPY", 2_00],
    [100_00, 0, "EUR", 0],
    [100_00, 10_000, null, 100_00],
    [-10_05, 5000, "EUR", -503],
  ])("%i × %i basis points in %s is %i", (amount, basisPoints, currency, expected) => {
    expect(percentageOf(amount, basisPoints, currency)).toBe(expected);
  });

  test("is exact where floating point is not", () => {
    expect(percentageOf(largestHundredths, 9999, "EUR")).toBe(999_899_999_999);
  });

  test("is a whole number of minor units, between zero and the amount plus a half unit", () => {
    const currencies = fc.constantFrom("EUR", "JPY", null);
    const amounts = fc.integer({ min: 0, max: largestHundredths });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), currencies, (amount, basisPoints, currency) => {
        const part = percentageOf(amount, basisPoints, currency);
        expect(part % minorUnit(currency)).toBe(0);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(amount + minorUnit(currency) / 2);
      }),
    );
  });
});
