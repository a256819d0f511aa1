import { describe, expect, test } from "vitest";
import { always, cost, dates, priceOf, seasons, stay, withRules } from "../fixture.ts";

const newYear = { id: 1, kind: "charge_at_least_full_period", applies: dates("2027-12-30", "2028-01-01") } as const;

describe("charge_at_least_full_period", () => {
  test.each([
    ["2027-12-28", 2, 200],
    ["2027-12-28", 3, 500],
    ["2027-12-29", 2, 400],
    ["2027-12-30", 1, 300],
    ["2027-12-30", 3, 300],
    ["2027-12-31", 1, 300],
    ["2028-01-01", 1, 300],
    ["2028-01-01", 4, 600],
    ["2028-01-02", 2, 200],
  ])("30 December to 1 January: from %s on %d nights cost %d", (arrival, nights, price) => {
    expect(cost(withRules(newYear), stay(arrival, nights))).toBe(price);
  });

  test("also charges nights before the arrival, each by its own rules", () => {
    const friday = { id: 2, kind: "weekend_night", applies: always, days: [5], percentage: 5_000 } as const;
    expect(cost(withRules(newYear, friday), stay("2028-01-01", 1))).toBe(100 + 150 + 100);
    expect(priceOf(withRules(newYear), stay("2027-12-31", 1)).lines).toEqual([
      { step: "nightly_rate", id: null, nights: 1, change: 1_000_000 },
      { step: "charge_at_least_full_period", id: 1, nights: 2, change: 2_000_000 },
    ]);
  });

  test("charges several periods in full, and a shared night once", () => {
    const christmas = { ...newYear, id: 2, applies: dates("2027-12-24", "2027-12-26") };
    expect(cost(withRules(newYear, christmas), stay("2027-12-26", 5))).toBe(900);
    const overlapping = { ...newYear, id: 3, applies: dates("2027-12-29", "2027-12-31") };
    expect(cost(withRules(newYear, overlapping), stay("2027-12-31", 1))).toBe(400);
  });

  test("treats each period of its seasons separately, and ignores a rule that always applies", () => {
    const weeks = { ...newYear, applies: seasons(["2027-12-30", "2028-01-01"], ["2028-02-28", "2028-03-01"]) };
    expect(cost(withRules(weeks), stay("2028-02-29", 1))).toBe(300);
    expect(cost(withRules(weeks), stay("2028-01-10", 1))).toBe(100);
    expect(cost(withRules({ ...newYear, applies: always }), stay("2028-01-10", 1))).toBe(100);
  });

  test("ignores a period that only another extension reaches", () => {
    const four = { id: 2, kind: "charge_at_least", applies: always, length: 4, unit: "days" } as const;
    expect(cost(withRules(newYear, four), stay("2027-12-28", 1))).toBe(400);
    expect(cost(withRules(newYear, four), stay("2027-12-31", 1))).toBe(500);
  });
});
