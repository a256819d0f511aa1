import { describe, expect, test } from "vitest";
import { aBook, always, cost, dates, priceOf, stay, withRules } from "../fixture.ts";

const above2 = {
  id: 1,
  kind: "additional_person_fixed_per_night",
  applies: always,
  occupationGreaterThan: 2,
  fixedAmount: 15_00,
} as const;
const above4 = { ...above2, id: 2, occupationGreaterThan: 4, fixedAmount: 5_50 } as const;

describe("additional_person_fixed_per_night", () => {
  test.each([
    [1, 0, 100],
    [2, 0, 100],
    [2, 1, 115],
    [4, 0, 130],
    [3, 3, 171],
  ])(
    "above 2: 15, above 4: 5.50; %d adults and %d children pay %d: all rules that match add",
    (adults, children, price) => {
      expect(cost(withRules(above2, above4), stay("2027-02-01", 1, { adults, children }))).toBe(price);
    },
  );

  test("applies only to nights inside its dates", () => {
    const inLeapFebruary = withRules({ ...above2, applies: dates("2028-02-28", "2028-02-29") });
    expect(cost(inLeapFebruary, stay("2028-02-27", 4, { adults: 3 }))).toBe(100 + 115 + 115 + 100);
  });

  test("applies after the percentages for weekend and occupation, and before stay length", () => {
    const weekend = { id: 3, kind: "weekend_night", applies: always, days: [5], percentage: 2_000 } as const;
    const long = {
      id: 4,
      kind: "stay_at_least",
      applies: always,
      length: 1,
      unit: "days",
      percentage: -1_000,
    } as const;
    expect(cost(withRules(above2, weekend, long), stay("2027-01-15", 1, { adults: 3 }))).toBe((120 + 15) * 0.9);
  });

  test("reduces a night with a negative amount, never below zero", () => {
    const reduction = withRules({ ...above2, fixedAmount: -40_00 });
    expect(cost(reduction, stay("2027-02-01", 1, { adults: 4 }))).toBe(20);
    expect(cost(reduction, stay("2027-02-01", 1, { adults: 6 }))).toBe(0);
  });

  test("keeps hundredths of a night in a currency without cents", () => {
    const book = aBook({ currency: "JPY", baseRate: 10_000_00, rules: [{ ...above2, fixedAmount: 333_50 }] });
    expect(priceOf(book, stay("2027-02-01", 1, { adults: 3 })).beforeSpecialOffers).toBe(10_334_00);
    expect(priceOf(book, stay("2027-02-01", 2, { adults: 3 })).beforeSpecialOffers).toBe(20_667_00);
  });

  test("adds up several rules before a night is clamped to zero, in any order", () => {
    const reduction = { ...above2, id: 1, occupationGreaterThan: 0, fixedAmount: -150_00 };
    const surcharge = { ...above2, id: 2, occupationGreaterThan: 1, fixedAmount: 70_00 };
    const one = stay("2027-02-01", 1, { adults: 2 });
    for (const rules of [
      [reduction, surcharge],
      [surcharge, reduction],
      [
        { ...reduction, id: 2 },
        { ...surcharge, id: 1 },
      ],
    ]) {
      // 100 - 2 × 150 + 70 is below zero; with 250 a night 20 remain.
      expect(cost(withRules(...rules), one)).toBe(0);
      expect(cost(aBook({ baseRate: 250_00, rules }), one)).toBe(20);
      const { lines, beforeSpecialOffers } = priceOf(withRules(...rules), one);
      expect(lines.reduce((sum, { change }) => sum + change, 0)).toBe(beforeSpecialOffers * 100);
    }
  });
});
