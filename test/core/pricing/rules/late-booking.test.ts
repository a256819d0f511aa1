import { describe, expect, test } from "vitest";
import { always, cost, dates, day, stay, withRules } from "../fixture.ts";

const days5 = { id: 1, kind: "late_booking", applies: always, length: 5, unit: "days", percentage: -2_000 } as const;
const month = { ...days5, id: 2, length: 1, unit: "months", percentage: -1_000 } as const;

describe("late_booking", () => {
  test.each([
    ["2027-01-04", 80],
    ["2027-01-08", 80],
    ["2027-01-09", 90],
    ["2027-02-03", 90],
    ["2027-02-04", 100],
  ])("5 days and one month from 4 January: arrival %s costs %d; the shortest acts", (arrival, price) => {
    expect(cost(withRules(days5, month), stay(arrival, 1))).toBe(price);
    expect(cost(withRules(month, days5), stay(arrival, 1))).toBe(price);
  });

  test.each([
    ["2027-01-31", "2027-02-27", 90],
    ["2027-01-31", "2027-02-28", 100],
    ["2028-01-31", "2028-02-28", 90],
    ["2028-01-31", "2028-02-29", 100],
  ])("ends of months: on %s an arrival %s costs %d", (on, arrival, price) => {
    expect(cost(withRules(month), stay(arrival, 1), day(on))).toBe(price);
  });

  test("matches all nights in force by arrival, however long the stay", () => {
    expect(cost(withRules(days5), stay("2027-01-08", 10))).toBe(800);
    expect(cost(withRules({ ...days5, applies: dates("2027-01-10", "2027-01-10") }), stay("2027-01-08", 4))).toBe(380);
  });

  test("multiplies on top of early_booking where both match", () => {
    const early = {
      id: 3,
      kind: "early_booking",
      applies: always,
      length: 2,
      unit: "days",
      percentage: -1_000,
    } as const;
    expect(cost(withRules(days5, early), stay("2027-01-06", 1))).toBe(72);
  });
});
