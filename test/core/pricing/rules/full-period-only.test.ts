import { describe, expect, test } from "vitest";
import { always, dates, refusals, seasons, stay, withRules } from "../fixture.ts";

const christmas = { id: 7, kind: "full_period_only", applies: dates("2027-12-24", "2027-12-26") } as const;

describe("full_period_only", () => {
  test.each([
    ["before it, up to its first day", "2027-12-20", 4, false],
    ["the first night only", "2027-12-20", 5, true],
    ["all but the last night", "2027-12-24", 2, true],
    ["all of it", "2027-12-24", 3, false],
    ["more before it", "2027-12-20", 7, false],
    ["more after it", "2027-12-24", 9, false],
    ["all but the first night", "2027-12-25", 2, true],
    ["a night in the middle", "2027-12-25", 1, true],
    ["the last night only", "2027-12-26", 3, true],
    ["after it", "2027-12-27", 2, false],
  ])("compares a stay with its period: %s (from %s, %d nights), refuses: %s", (_case, arrival, nights, refused) => {
    expect(refusals(withRules(christmas), stay(arrival, nights))).toEqual(refused ? [["full_period_only", 7]] : []);
  });

  test("treats each period of its seasons separately", () => {
    const applies = seasons(["2027-12-24", "2027-12-26"], ["2028-02-28", "2028-02-29"]);
    const book = withRules({ ...christmas, applies });
    expect(refusals(book, stay("2028-02-28", 2))).toEqual([]);
    expect(refusals(book, stay("2028-02-29", 2))).toEqual([["full_period_only", 7]]);
  });

  test("refuses nothing when it always applies", () => {
    expect(refusals(withRules({ ...christmas, applies: always }), stay("2027-12-25", 1))).toEqual([]);
  });

  test("names every refusing rule, and the stay still has a price", () => {
    const again = { ...christmas, id: 8, applies: dates("2027-12-25", "2027-12-31") };
    expect(refusals(withRules(christmas, again), stay("2027-12-25", 1))).toEqual([
      ["full_period_only", 7],
      ["full_period_only", 8],
    ]);
  });
});
