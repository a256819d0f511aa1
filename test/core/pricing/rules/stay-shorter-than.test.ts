import { describe, expect, test } from "vitest";
import { always, cost, dates, stay, withRules } from "../fixture.ts";

const week = { id: 1, kind: "stay_shorter_than", applies: always, length: 7, unit: "days", percentage: 1_000 } as const;
const threeDays = { ...week, id: 2, length: 3, percentage: 5_000 } as const;

describe("stay_shorter_than", () => {
  test.each([
    [1, 150],
    [2, 300],
    [3, 330],
    [6, 660],
    [7, 700],
    [8, 800],
  ])("shorter than 3 days +50%%, than 7 days +10%%: %d nights cost %d; the shortest acts", (nights, price) => {
    expect(cost(withRules(week, threeDays), stay("2027-02-01", nights))).toBe(price);
    expect(cost(withRules(threeDays, week), stay("2027-02-01", nights))).toBe(price);
  });

  test.each([
    ["2027-01-30", 28, 3080],
    ["2027-01-30", 29, 2900],
    ["2028-01-30", 29, 3190],
    ["2028-01-30", 30, 3000],
    ["2027-01-01", 30, 3300],
    ["2027-01-01", 31, 3100],
  ])("a month counts from the arrival: %s for %d nights costs %d", (arrival, nights, price) => {
    expect(cost(withRules({ ...week, length: 1, unit: "months" }), stay(arrival, nights))).toBe(price);
  });

  test("applies one rule per night", () => {
    const onCarnival = { ...threeDays, applies: dates("2027-02-08", "2027-02-08") };
    expect(cost(withRules(week, onCarnival), stay("2027-02-07", 2))).toBe(110 + 150);
  });

  test("depends on the stay's own length, not on the charged nights", () => {
    const charged = { id: 3, kind: "charge_at_least", applies: always, length: 7, unit: "days" } as const;
    expect(cost(withRules(week, charged), stay("2027-02-01", 1))).toBe(770);
  });

  test("multiplies on top of stay_at_least", () => {
    const atLeast = {
      id: 3,
      kind: "stay_at_least",
      applies: always,
      length: 2,
      unit: "days",
      percentage: -2_000,
    } as const;
    expect(cost(withRules(week, atLeast), stay("2027-02-01", 2))).toBe(2 * 88);
  });
});
