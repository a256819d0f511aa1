import { describe, expect, test } from "vitest";
import { always, cost, dates, seasons, stay, withRules } from "../fixture.ts";

const week = { id: 1, kind: "stay_at_least", applies: always, length: 7, unit: "days", percentage: -1_000 } as const;
const fortnight = { ...week, id: 2, length: 14, percentage: -2_000 } as const;

describe("stay_at_least", () => {
  test.each([
    ["2027-01-31", 27, 2700],
    ["2027-01-31", 28, 2520],
    ["2028-01-31", 28, 2800],
    ["2028-01-31", 29, 2610],
    ["2027-02-01", 28, 2520],
    ["2028-02-01", 28, 2800],
    ["2027-03-01", 30, 3000],
    ["2027-03-01", 31, 2790],
    ["2027-04-30", 30, 2700],
  ])("a month counts from the arrival: %s for %d nights costs %d", (arrival, nights, price) => {
    expect(cost(withRules({ ...week, length: 1, unit: "months" }), stay(arrival, nights))).toBe(price);
  });

  test.each([
    ["2027-02-28", 364, 36_400],
    ["2027-02-28", 365, 32_850],
    ["2028-02-29", 364, 36_400],
    ["2028-02-29", 365, 32_850],
  ])("a year from a leap day ends on 28 February: %s for %d nights costs %d", (arrival, nights, price) => {
    expect(cost(withRules({ ...week, length: 1, unit: "years" }), stay(arrival, nights))).toBe(price);
  });

  test("applies the longest rule in force on each night", () => {
    const inMarch = { ...fortnight, applies: dates("2027-03-01", "2027-03-31") };
    expect(cost(withRules(week, inMarch), stay("2027-02-22", 14))).toBe(7 * 90 + 7 * 80);
    expect(cost(withRules(week, inMarch), stay("2027-02-22", 13))).toBe(13 * 90);
    expect(cost(withRules(inMarch), stay("2027-02-22", 14))).toBe(7 * 100 + 7 * 80);
  });

  test("applies to a long stay on the nights of its seasons only", () => {
    const winter = { ...week, applies: seasons(["2027-11-01", "2027-11-03"], ["2027-11-06", "2027-11-07"]) };
    expect(cost(withRules(winter), stay("2027-11-02", 7))).toBe(700 - 40);
  });

  test("depends on the stay's own length, not on the charged nights", () => {
    const charged = { id: 3, kind: "charge_at_least", applies: always, length: 7, unit: "days" } as const;
    expect(cost(withRules(week, charged), stay("2027-02-01", 6))).toBe(700);
    expect(cost(withRules(week, charged), stay("2027-02-01", 7))).toBe(630);
  });

  test("applies the oldest of equal lengths, whatever their order: 28 days and a month of 28 days", () => {
    const month = { ...week, id: 3, length: 1, unit: "months", percentage: -3_000 } as const;
    const days = { ...week, id: 4, length: 28, percentage: -2_500 } as const;
    expect(cost(withRules(month, days), stay("2027-02-01", 28))).toBe(1960);
    expect(cost(withRules(days, month), stay("2027-02-01", 28))).toBe(1960);
    expect(cost(withRules({ ...days, id: 2 }, month), stay("2027-02-01", 28))).toBe(2100);
    expect(cost(withRules(days, month), stay("2027-03-01", 31))).toBe(31 * 70);
  });
});
