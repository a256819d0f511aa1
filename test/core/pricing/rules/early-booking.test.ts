import { describe, expect, test } from "vitest";
import { always, cost, dates, day, stay, withRules } from "../fixture.ts";

const months3 = {
  id: 1,
  kind: "early_booking",
  applies: always,
  length: 3,
  unit: "months",
  percentage: -1_500,
} as const;
const year = { ...months3, id: 2, length: 1, unit: "years", percentage: -2_500 } as const;

describe("early_booking", () => {
  test.each([
    ["2027-04-03", 100],
    ["2027-04-04", 85],
    ["2028-01-03", 85],
    ["2028-01-04", 75],
  ])("3 months and one year from 4 January 2027: arrival %s costs %d; the longest acts", (arrival, price) => {
    expect(cost(withRules(months3, year), stay(arrival, 1))).toBe(price);
    expect(cost(withRules(year, months3), stay(arrival, 1))).toBe(price);
  });

  test.each([
    ["2027-11-30", "2028-02-28", 100],
    ["2027-11-30", "2028-02-29", 85],
    ["2026-11-30", "2027-02-28", 85],
    ["2027-12-31", "2028-03-30", 100],
    ["2027-12-31", "2028-03-31", 85],
  ])("ends of months: on %s an arrival %s costs %d", (on, arrival, price) => {
    expect(cost(withRules(months3), stay(arrival, 1), day(on))).toBe(price);
  });

  test("counts days from today: with 30 days the thirtieth day is early", () => {
    const days30 = { ...months3, length: 30, unit: "days" } as const;
    expect(cost(withRules(days30), stay("2027-02-02", 1))).toBe(100);
    expect(cost(withRules(days30), stay("2027-02-03", 1))).toBe(85);
  });

  test("matches by arrival, and changes the nights in force", () => {
    const inMay = { ...months3, applies: dates("2027-05-02", "2027-05-03") };
    expect(cost(withRules(inMay), stay("2027-05-01", 4))).toBe(100 + 85 + 85 + 100);
    const straddling = { ...months3, applies: dates("2027-04-01", "2027-04-30") };
    expect(cost(withRules(straddling), stay("2027-04-03", 3))).toBe(300);
  });
});
