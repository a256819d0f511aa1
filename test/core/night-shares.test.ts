import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOfPart, sharesOfNights } from "../../src/core/night-shares.ts";

const whole = (nights: number) => ({ from: 0, to: nights, nights });

test.each([
  [10_000, 3, "EUR", [3333, 3334, 3333]],
  [10_000, 4, "EUR", [2500, 2500, 2500, 2500]],
  [1, 3, "EUR", [0, 1, 0]],
  [2, 3, "EUR", [1, 0, 1]],
  [0, 2, "EUR", [0, 0]],
  [-100, 3, "EUR", [-33, -34, -33]],
  [100_000, 3, "JPY", [33_300, 33_400, 33_300]],
])("%i hundredths over %i nights in %s are %j", (amount, nights, currency, parts) => {
  expect(sharesOfNights(amount, whole(nights), currency)).toEqual(parts);
});

test("an amount that is finer than its currency is spread completely", () => {
  expect(sharesOfNights(10_050, whole(2), "JPY")).toEqual([5000, 5050]);
});

test("the shares of two months add up to the stay's amount", () => {
  expect(shareOfPart(10_000, { from: 0, to: 2, nights: 3 }, "EUR")).toBe(6667);
  expect(shareOfPart(10_000, { from: 2, to: 3, nights: 3 }, "EUR")).toBe(3333);
});

test("the parts of a stay add up to its amount, and nights differ by at most a cent", () => {
  const stay = fc.integer({ min: 1, max: 1096 }).chain((nights) =>
    fc.record({
      nights: fc.constant(nights),
      cuts: fc.array(fc.integer({ min: 0, max: nights }), { maxLength: 5 }),
      amount: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      currency: fc.constantFrom("EUR", "JPY"),
    }),
  );
  fc.assert(
    fc.property(stay, ({ nights, cuts, amount, currency }) => {
      const unit = currency === "JPY" ? 100 : 1;
      const whole = amount - (amount % unit);
      const ends = [0, ...cuts.toSorted((a, b) => a - b), nights];
      const parts = ends.slice(1).map((to, index) => ({ from: ends[index] ?? 0, to, nights }));
      const brought = parts.map((part) => shareOfPart(whole, part, currency));
      expect(brought.reduce((sum, part) => sum + part, 0)).toBe(whole);
      const byNight = sharesOfNights(whole, { from: 0, to: nights, nights }, currency);
      expect(byNight.reduce((sum, part) => sum + part, 0)).toBe(whole);
      expect(Math.max(...byNight) - Math.min(...byNight)).toBeLessThanOrEqual(unit);
      for (const amountOfNight of byNight) expect(Math.abs(amountOfNight % unit)).toBe(0);
    }),
  );
});
