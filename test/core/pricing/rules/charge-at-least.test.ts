import { describe, expect, test } from "vitest";
import { aBook, always, cost, dates, day, priceOf, seasons, stay, withRules } from "../fixture.ts";

const three = { id: 1, kind: "charge_at_least", applies: always, length: 3, unit: "days" } as const;
const weekend = { id: 9, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 } as const;

describe("charge_at_least", () => {
  test("charges each night at its own rate, priced by all rules", () => {
    expect(cost(withRules(three, weekend), stay("2027-01-14", 1))).toBe(100 + 120 + 120);
    const periods = [{ start: day("2027-07-01"), end: day("2027-07-31") }];
    const book = aBook({ rules: [three], seasons: [{ id: 1, ratio: 20_000, minimumStay: 1, periods }] });
    expect(cost(book, stay("2027-06-30", 1))).toBe(100 + 200 + 200);
  });

  test("explains the added nights", () => {
    expect(priceOf(withRules(three), stay("2027-01-05", 1)).lines).toEqual([
      { step: "nightly_rate", id: null, nights: 1, change: 1_000_000 },
      { step: "charge_at_least", id: 1, nights: 2, change: 2_000_000 },
    ]);
  });

  test("applies the longest of several rules, whatever their order", () => {
    const five = { ...three, id: 2, length: 5 };
    expect(cost(withRules(three, five), stay("2027-01-05", 1))).toBe(500);
    expect(cost(withRules(five, three), stay("2027-01-05", 4))).toBe(500);
    expect(cost(withRules(five, three), stay("2027-01-05", 6))).toBe(600);
  });

  test.each([
    ["2027-02-01", 28],
    ["2028-02-01", 29],
    ["2027-01-31", 28],
    ["2027-12-15", 31],
  ])("a month from %s is %d nights", (arrival, nights) => {
    expect(cost(withRules({ ...three, length: 1, unit: "months" }), stay(arrival, 1))).toBe(nights * 100);
  });

  test("applies only if in force on the arrival", () => {
    const inMarch = withRules({ ...three, applies: dates("2027-03-01", "2027-03-31") });
    expect(cost(inMarch, stay("2027-02-28", 2))).toBe(200);
    expect(cost(inMarch, stay("2027-03-31", 1))).toBe(300);
    expect(cost(inMarch, stay("2027-04-01", 1))).toBe(100);
    const easter = withRules({ ...three, applies: seasons(["2027-03-26", "2027-03-29"]) });
    expect(cost(easter, stay("2027-03-29", 1))).toBe(300);
    expect(cost(easter, stay("2027-03-30", 1))).toBe(100);
  });

  test("charges nothing for an extra night without a rate", () => {
    const map = { start: day("2027-02-01"), rates: [100_00, 0, 50_00, 60_00], minimumStays: [1, 1, 1, 1] };
    const book = aBook({ nightlyMap: map, rules: [three], absoluteMinPrice: 10_00 });
    expect(cost(book, stay("2027-02-01", 1))).toBe(150);
    expect(cost(book, stay("2027-02-04", 1))).toBe(60);
  });
});
