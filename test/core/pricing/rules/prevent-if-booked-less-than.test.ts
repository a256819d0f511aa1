import { describe, expect, test } from "vitest";
import { always, dates, day, refusals, stay, withRules } from "../fixture.ts";

const twoDays = { id: 1, kind: "prevent_if_booked_less_than", applies: always, length: 2, unit: "days" } as const;

describe("prevent_if_booked_less_than", () => {
  test.each([
    ["2027-01-04", true],
    ["2027-01-05", true],
    ["2027-01-06", false],
    ["2027-06-01", false],
  ])("requires 2 days before the arrival: %s, refuses: %s", (arrival, refused) => {
    const expected = refused ? [["prevent_if_booked_less_than", 1]] : [];
    expect(refusals(withRules(twoDays), stay(arrival, 3))).toEqual(expected);
  });

  test.each([
    ["2027-01-31", "2027-02-27", true],
    ["2027-01-31", "2027-02-28", false],
    ["2028-01-31", "2028-02-28", true],
    ["2028-01-31", "2028-02-29", false],
  ])("requires a calendar month before the arrival: on %s, arrival %s, refuses: %s", (on, arrival, refused) => {
    const month = withRules({ ...twoDays, length: 1, unit: "months" });
    expect(refusals(month, stay(arrival, 1), day(on))).toHaveLength(refused ? 1 : 0);
  });

  test("refuses nothing from today on with 0 days", () => {
    expect(refusals(withRules({ ...twoDays, length: 0 }), stay("2027-01-04", 1))).toEqual([]);
  });

  test("applies only if in force on the arrival", () => {
    const tomorrow = withRules({ ...twoDays, length: 9, applies: dates("2027-01-05", "2027-01-05") });
    expect(refusals(tomorrow, stay("2027-01-04", 3))).toEqual([]);
    expect(refusals(tomorrow, stay("2027-01-05", 3))).toHaveLength(1);
    expect(refusals(tomorrow, stay("2027-01-06", 3))).toEqual([]);
  });
});
