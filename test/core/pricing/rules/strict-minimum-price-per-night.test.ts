import { describe, expect, test } from "vitest";
import { aBook, always, cost, dates, priceOf, stay, withRules } from "../fixture.ts";

const floor = { id: 1, kind: "strict_minimum_price_per_night", applies: always, percentage: -2_500 } as const;
const half = { id: 2, kind: "stay_at_least", applies: always, length: 1, unit: "days", percentage: -5_000 } as const;

describe("strict_minimum_price_per_night", () => {
  test("keeps every night at or above the nightly rate less 25%", () => {
    expect(cost(withRules(floor, half), stay("2027-02-01", 2))).toBe(150);
    expect(cost(withRules(half), stay("2027-02-01", 2))).toBe(100);
  });

  test("does not change a price above the floor", () => {
    expect(cost(withRules(floor, { ...half, percentage: -1_000 }), stay("2027-02-01", 2))).toBe(180);
    expect(priceOf(withRules(floor), stay("2027-02-01", 1)).lines.map(({ step }) => step)).toEqual(["nightly_rate"]);
  });

  test("applies the highest of several floors, whatever their order", () => {
    const higher = { ...floor, id: 3, percentage: -1_000 };
    expect(cost(withRules(floor, higher, half), stay("2027-02-01", 1))).toBe(90);
    expect(cost(withRules(higher, floor, half), stay("2027-02-01", 1))).toBe(90);
  });

  test("is the nightly rate itself with 0%, and more above 0%", () => {
    expect(cost(withRules({ ...floor, percentage: 0 }, half), stay("2027-02-01", 1))).toBe(100);
    expect(cost(withRules({ ...floor, percentage: 1_000 }, half), stay("2027-02-01", 1))).toBe(110);
  });

  test("applies only to nights inside its dates, including 29 February", () => {
    const leap = { ...floor, applies: dates("2028-02-29", "2028-02-29") };
    expect(cost(withRules(leap, half), stay("2028-02-28", 3))).toBe(50 + 75 + 50);
  });

  test("is measured by the rate without the weekend percentage", () => {
    const weekend = { id: 3, kind: "weekend_night", applies: always, days: [5], percentage: 10_000 } as const;
    expect(cost(withRules(floor, weekend, { ...half, percentage: -9_000 }), stay("2027-01-15", 1))).toBe(75);
  });

  test("applies before the absolute minimum", () => {
    expect(cost(aBook({ rules: [floor, half], absoluteMinPrice: 80_00 }), stay("2027-02-01", 1))).toBe(80);
    expect(cost(aBook({ rules: [floor, half], absoluteMinPrice: 70_00 }), stay("2027-02-01", 1))).toBe(75);
  });
});
