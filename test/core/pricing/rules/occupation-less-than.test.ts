import { describe, expect, test } from "vitest";
import { always, cost, dates, stay, withRules } from "../fixture.ts";

const fewerThan3 = {
  id: 1,
  kind: "occupation_less_than",
  applies: always,
  occupationLessThan: 3,
  percentage: -1_000,
} as const;
const fewerThan5 = { ...fewerThan3, id: 2, occupationLessThan: 5, percentage: -500 } as const;

describe("occupation_less_than", () => {
  test.each([
    [1, 0, 90],
    [2, 0, 90],
    [1, 1, 90],
    [3, 0, 100],
    [2, 1, 100],
    [0, 3, 100],
  ])("fewer than 3: %d adults and %d children pay %d", (adults, children, price) => {
    expect(cost(withRules(fewerThan3), stay("2027-02-01", 1, { adults, children }))).toBe(price);
  });

  test.each([
    [2, 90],
    [3, 95],
    [4, 95],
    [5, 100],
  ])("of several the smallest threshold that matches acts: %d guests pay %d", (adults, price) => {
    expect(cost(withRules(fewerThan3, fewerThan5), stay("2027-02-01", 1, { adults }))).toBe(price);
    expect(cost(withRules(fewerThan5, fewerThan3), stay("2027-02-01", 1, { adults }))).toBe(price);
  });

  test("applies the smallest threshold in force on each night", () => {
    const inMarch = { ...fewerThan3, applies: dates("2027-03-01", "2027-03-31") };
    expect(cost(withRules(inMarch, fewerThan5), stay("2027-02-27", 4))).toBe(95 + 95 + 90 + 90);
  });

  test("applies only the oldest of equal thresholds, whatever their order", () => {
    const again = { ...fewerThan3, id: 3, percentage: -5_000 };
    expect(cost(withRules(fewerThan3, again), stay("2027-02-01", 1))).toBe(90);
    expect(cost(withRules(again, fewerThan3), stay("2027-02-01", 1))).toBe(90);
  });

  test("may also be a surcharge", () => {
    expect(cost(withRules({ ...fewerThan3, percentage: 2_500 }), stay("2027-02-28", 2))).toBe(250);
  });
});
