import { describe, expect, test } from "vitest";
import { always, dates, refusals, seasons, stay, withRules } from "../fixture.ts";

const saturdays = { id: 1, kind: "arrival_only", applies: always, days: [6] } as const;
const ofMarch = { id: 2, kind: "arrival_only", applies: dates("2027-03-01", "2027-03-31"), days: [0, 1] } as const;

describe("arrival_only", () => {
  test.each([
    ["a Friday", "2027-01-15", true],
    ["a Saturday", "2027-01-16", false],
    ["a Sunday", "2027-01-17", true],
    ["Saturday, the last of January", "2027-01-30", false],
    ["Tuesday, a leap day", "2028-02-29", true],
  ])("compares the arrival with Saturdays only: %s (%s), refuses: %s", (_case, arrival, refused) => {
    expect(refusals(withRules(saturdays), stay(arrival, 2))).toEqual(refused ? [["arrival_only", 1]] : []);
  });

  test("requires that one of several rules in force lists the weekday", () => {
    const book = withRules(saturdays, ofMarch);
    expect(refusals(book, stay("2027-03-06", 2))).toEqual([]);
    expect(refusals(book, stay("2027-03-07", 2))).toEqual([]);
    expect(refusals(book, stay("2027-03-01", 2))).toEqual([]);
    expect(refusals(book, stay("2027-03-02", 2))).toEqual([
      ["arrival_only", 1],
      ["arrival_only", 2],
    ]);
    expect(refusals(book, stay("2027-04-04", 2))).toEqual([["arrival_only", 1]]);
  });

  test("allows every weekday where no rule is in force", () => {
    expect(refusals(withRules(ofMarch), stay("2027-02-26", 20))).toEqual([]);
    expect(
      refusals(withRules({ ...ofMarch, applies: seasons(["2027-07-01", "2027-07-31"]) }), stay("2027-06-30", 9)),
    ).toEqual([]);
    expect(
      refusals(withRules({ ...ofMarch, applies: seasons(["2027-07-01", "2027-07-31"]) }), stay("2027-07-31", 9)),
    ).toEqual([["arrival_only", 2]]);
  });

  test("refuses every arrival if it lists no weekday", () => {
    expect(refusals(withRules({ ...saturdays, days: [] }), stay("2027-01-16", 2))).toEqual([["arrival_only", 1]]);
  });
});
