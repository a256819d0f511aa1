import { describe, expect, test } from "vitest";
import { always, dates, refusals, stay, withRules } from "../fixture.ts";

const saturdays = { id: 1, kind: "departure_only", applies: always, days: [6] } as const;

describe("departure_only", () => {
  test.each([
    ["a Friday", "2027-01-11", 4, true],
    ["a Saturday", "2027-01-11", 5, false],
    ["a Saturday after another weekday of arrival", "2027-01-15", 1, false],
    ["a Sunday", "2027-01-11", 6, true],
    ["Tuesday, a leap day", "2028-02-26", 3, true],
  ])(
    "compares the departure with Saturdays only: %s (from %s, %d nights), refuses: %s",
    (_case, arrival, nights, refused) => {
      expect(refusals(withRules(saturdays), stay(arrival, nights))).toEqual(refused ? [["departure_only", 1]] : []);
    },
  );

  test("applies only if the departure day is within its dates", () => {
    const inMarch = withRules({ ...saturdays, applies: dates("2027-03-01", "2027-03-31") });
    expect(refusals(inMarch, stay("2027-02-22", 6))).toEqual([]);
    expect(refusals(inMarch, stay("2027-02-22", 7))).toEqual([["departure_only", 1]]);
    expect(refusals(inMarch, stay("2027-02-22", 12))).toEqual([]);
    expect(refusals(inMarch, stay("2027-03-29", 2))).toEqual([["departure_only", 1]]);
    expect(refusals(inMarch, stay("2027-03-29", 3))).toEqual([]);
  });

  test("requires that one of several rules in force lists the weekday", () => {
    const sundays = { ...saturdays, id: 2, days: [0] };
    expect(refusals(withRules(saturdays, sundays), stay("2027-01-11", 6))).toEqual([]);
    expect(refusals(withRules(saturdays, sundays), stay("2027-01-11", 7))).toEqual([
      ["departure_only", 1],
      ["departure_only", 2],
    ]);
  });
});
