import { describe, expect, test } from "vitest";
import { roundPrice } from "../../../src/core/pricing/rounding.ts";
import { aBook, always, booked, cost, dates, refusals, stay, withRules } from "./fixture.ts";

/** The worked examples of pricing.md §8, by their number. All EUR, "today" 2027-01-04, base rate 100. */
describe("the worked examples", () => {
  test.each([
    [1, 300],
    [2, 300],
    [3, 300],
    [4, 400],
    [5, 500],
  ])("1. charge_at_least 3 days: %d nights cost %d", (nights, price) => {
    const book = withRules({ id: 1, kind: "charge_at_least", applies: always, length: 3, unit: "days" });
    expect(cost(book, stay("2027-02-01", nights))).toBe(price);
  });

  test.each([
    [1, 100],
    [2, 100],
    [3, 115],
    [4, 130],
  ])("2. additional_person_fixed_per_night above 2, 15: %d guests cost %d a night", (adults, price) => {
    const book = withRules({
      id: 1,
      kind: "additional_person_fixed_per_night",
      applies: always,
      occupationGreaterThan: 2,
      fixedAmount: 15_00,
    });
    expect(cost(book, stay("2027-02-01", 1, { adults }))).toBe(price);
    expect(cost(book, stay("2027-02-01", 5, { adults }))).toBe(5 * price);
  });

  test("3. weekend_night +20% on [5, 6]: Thursday to Sunday is 100 + 120 + 120 = 340", () => {
    const book = withRules({ id: 1, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 });
    expect(cost(book, stay("2027-01-14", 3))).toBe(340);
  });

  const longStays = [
    { id: 1, kind: "stay_at_least", applies: always, length: 7, unit: "days", percentage: -1_000 },
    { id: 2, kind: "stay_at_least", applies: always, length: 14, unit: "days", percentage: -2_000 },
  ] as const;
  const early = {
    id: 3,
    kind: "early_booking",
    applies: always,
    length: 3,
    unit: "months",
    percentage: -1_500,
  } as const;

  test.each([
    [6, 600],
    [7, 630],
    [13, 1170],
    [14, 1120],
  ])("4. stay_at_least 7 days -10%% and 14 days -20%%: %d nights cost %d", (nights, price) => {
    expect(cost(withRules(...longStays), stay("2027-02-01", nights))).toBe(price);
  });

  test.each([
    ["2027-04-04", 85],
    ["2027-04-03", 100],
  ])("5. early_booking 3 months -15%%: arrival %s costs %d a night", (arrival, price) => {
    expect(cost(withRules(early), stay(arrival, 1))).toBe(price);
    expect(cost(withRules(early), stay(arrival, 6))).toBe(6 * price);
  });

  test("6. strict_minimum_price_per_night -25% with (4) and (5): 14 nights at 68 → 75 cost 1050", () => {
    const floor = { id: 4, kind: "strict_minimum_price_per_night", applies: always, percentage: -2_500 } as const;
    expect(cost(withRules(...longStays, early), stay("2027-05-01", 14))).toBe(14 * 68);
    expect(cost(withRules(...longStays, early, floor), stay("2027-05-01", 14))).toBe(1050);
  });

  test.each([
    ["2027-02-10", false],
    ["2027-02-11", true],
    ["2027-02-12", true],
    ["2027-02-13", false],
  ])(
    "7. prevent_gap 3 days compares with a booking that ends 2027-02-10: arrival %s, refuses: %s",
    (arrival, refused) => {
      const book = aBook({
        rules: [{ id: 1, kind: "prevent_gap", applies: always, length: 3, unit: "days", until: null }],
        taken: [booked("2027-02-03", "2027-02-10")],
      });
      expect(refusals(book, stay(arrival, 4))).toEqual(refused ? [["prevent_gap", 1]] : []);
    },
  );

  test("8. full_period_only 2027-12-24…2027-12-26: 12-23 → 12-26 refused, 12-24 → 12-27 accepted", () => {
    const book = withRules({ id: 9, kind: "full_period_only", applies: dates("2027-12-24", "2027-12-26") });
    expect(refusals(book, stay("2027-12-23", 3))).toEqual([["full_period_only", 9]]);
    expect(refusals(book, stay("2027-12-24", 3))).toEqual([]);
  });

  test.each([
    [362_00, 369_00],
    [369_00, 369_00],
    [369_01, 379_00],
  ])("9. closest-marketing: %d → %d", (price, rounded) => {
    expect(roundPrice(price, "closest-marketing", "EUR")).toBe(rounded);
  });

  test("10. mid-term map 100 × 10, 50 × 10, 300 × 2, 100 × 10: 32 nights = 3100; one 0 night inside → refused", () => {
    const nights = (count: number, rate: number): number[] => new Array<number>(count).fill(rate * 100);
    const rates = [...nights(10, 100), ...nights(10, 50), ...nights(2, 300), ...nights(10, 100)];
    const request = stay("2027-02-01", 32);
    const book = aBook({ midTermActive: true, midTerm: { start: request.arrival, rates } });
    expect(cost(book, request)).toBe(3100);
    const closed = aBook({ midTermActive: true, midTerm: { start: request.arrival, rates: rates.with(15, 0) } });
    expect(refusals(closed, request)).toEqual([["no_rate", null]]);
  });
});
