import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatHundredths } from "../../src/core/hundredths.ts";
import { spareBytes, writeAmounts, writeWhole } from "../../src/modules/pricing/rates/los/digits.ts";

const bytes = Buffer.alloc(2048);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textOf = (from: number, end: number): string => bytes.toString("latin1", from, end);

/** Numbers of any size, including the limits between two encodings. */
const numbers = fc.oneof(
  fc.nat({ max: 20_000 }),
  fc.nat(),
  fc.maxSafeNat(),
  fc.constantFrom(0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999_999, 100_000_000, 999_999, 1_000_000),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 999_999_999_999, Number.MAX_SAFE_INTEGER),
);

describe("digits of length-of-stay records", () => {
  test("writes whole numbers without touching preceding bytes", () => {
    const property = fc.property(numbers, fc.nat({ max: 9 }), (number, at) => {
      bytes.fill("x");
      const end = writeWhole(view, at, number);
      expect(textOf(at, end)).toBe(String(number));
      expect(textOf(0, at)).toBe("x".repeat(at));
      expect(bytes[end + spareBytes]).toBe("x".charCodeAt(0));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test("writes amounts in the format of all other responses", () => {
    const property = fc.property(fc.array(numbers, { minLength: 1, maxLength: 30 }), (amounts) => {
      const end = writeAmounts(view, 3, Float64Array.from(amounts));
      expect(JSON.parse(textOf(3, end))).toEqual(amounts.map(formatHundredths));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test("writes all amounts up to 200.00 and around each power of ten thousand", () => {
    for (const start of [0, 999_900, 99_999_900, 2_147_473_000]) {
      for (let first = start; first < start + 20_000; first += 50) {
        const amounts = Float64Array.from({ length: 50 }, (_, index) => first + index);
        const text = textOf(0, writeAmounts(view, 0, amounts));
        expect(text).toBe(JSON.stringify(Array.from(amounts, formatHundredths)));
      }
    }
  });
});
