import { describe, expect, test } from "vitest";
import { always, dates, day, refusals, stay, withRules } from "../fixture.ts";

const year = { id: 1, kind: "prevent_if_booked_ahead_of", applies: always, length: 1, unit: "years" } as const;

describe("prevent_if_booked_ahead_of", () => {
  test.each([
    ["2027-01-04", "2028-01-04", false],
    ["2027-01-04", "2028-01-05", true],
    ["2028-02-29", "2029-02-28", false],
    ["2028-02-29", "2029-03-01", true],
    ["2027-02-28", "2028-02-28", false],
    ["2027-02-28", "2028-02-29", true],
  ])("allows a calendar year ahead: on %s, arrival %s, refuses: %s", (on, arrival, refused) => {
    const expected = refused ? [["prevent_if_booked_ahead_of", 1]] : [];
    expect(refusals(withRules(year), stay(arrival, 3), day(on))).toEqual(expected);
  });

  test.each([
    ["2027-01-31", "2027-02-28", false],
    ["2027-01-31", "2027-03-01", true],
    ["2028-01-31", "2028-02-29", false],
  ])("allows a calendar month ahead: on %s, arrival %s, refuses: %s", (on, arrival, refused) => {
    const month = withRules({ ...year, length: 1, unit: "months" });
    expect(refusals(month, stay(arrival, 1), day(on))).toHaveLength(refused ? 1 : 0);
  });

  test("checks the arrival only; later nights may be further ahead", () => {
    expect(refusals(withRules({ ...year, length: 2, unit: "days" }), stay("2027-01-06", 20))).toEqual([]);
    expect(refusals(withRules({ ...year, length: 2, unit: "days" }), stay("2027-01-07", 1))).toHaveLength(1);
  });

  test("applies only if in force on the arrival", () => {
    const summer = withRules({ ...year, length: 1, unit: "months", applies: dates("2027-07-01", "2027-08-31") });
    expect(refusals(summer, stay("2027-06-30", 3))).toEqual([]);
    expect(refusals(summer, stay("2027-07-01", 3))).toHaveLength(1);
    expect(refusals(summer, stay("2027-08-31", 3))).toHaveLength(1);
    expect(refusals(summer, stay("2027-09-01", 3))).toEqual([]);
  });
});
