import { describe, expect, test } from "vitest";
import { aBook, always, cost, dates, day, priceOf, seasons, stay, withRules } from "../fixture.ts";

const weekend = { id: 1, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 } as const;

describe("weekend_night", () => {
  test.each([
    ["Monday to Friday", "2027-01-04", 4, 400],
    ["Thursday to Saturday", "2027-01-14", 2, 220],
    ["Friday to Sunday", "2027-01-15", 2, 240],
    ["Saturday to Monday", "2027-01-16", 2, 220],
    ["a week with two weekend nights", "2027-01-13", 7, 740],
    ["across the end of a month: 30 January is a Saturday", "2027-01-30", 3, 320],
    ["across a leap day: 29 February 2028 is a Tuesday", "2028-02-25", 6, 640],
  ])("charges weekend nights: %s", (_case, arrival, nights, price) => {
    expect(cost(withRules(weekend), stay(arrival, nights))).toBe(price);
  });

  test("counts Sunday as 0: the night from Sunday to Monday", () => {
    const sunday = { ...weekend, days: [0] };
    expect(cost(withRules(sunday), stay("2027-01-10", 1))).toBe(120);
    expect(cost(withRules(sunday), stay("2027-01-09", 1))).toBe(100);
  });

  test("changes nothing without days", () => {
    expect(cost(withRules({ ...weekend, days: [] }), stay("2027-01-15", 2))).toBe(200);
  });

  test("compounds several rules on one night in id order, each rounded to hundredths of the cent", () => {
    const other = { ...weekend, id: 2, days: [6], percentage: -1_500 };
    expect(cost(withRules(weekend, other), stay("2027-01-15", 2))).toBe(120 + 102);
    // 0.05 is 500: × 33.33% more is 666.65 → 667, × 33.33% more is 889.3 → 889, which is 8.89 → 9 cents.
    const third = { ...weekend, percentage: 3_333 };
    const book = aBook({ baseRate: 5, rules: [third, { ...third, id: 2 }] });
    expect(priceOf(book, stay("2027-01-15", 1))).toMatchObject({ beforeSpecialOffers: 9 });
    expect(priceOf(book, stay("2027-01-15", 1)).lines).toEqual([
      { step: "nightly_rate", id: null, nights: 1, change: 500 },
      { step: "weekend_night", id: 1, nights: 1, change: 167 },
      { step: "weekend_night", id: 2, nights: 1, change: 222 },
      { step: "minor_unit", id: null, nights: 0, change: 11 },
    ]);
  });

  test("applies only to nights inside its dates, both ends included", () => {
    const dated = withRules({ ...weekend, applies: dates("2027-01-16", "2027-01-22") });
    expect(cost(dated, stay("2027-01-15", 9))).toBe(900 + 20 + 20);
  });

  test("applies to the nights of its seasons, once where periods meet or overlap", () => {
    const summers = seasons(["2027-06-01", "2027-06-11"], ["2027-06-11", "2027-06-30"]);
    const book = withRules({ ...weekend, applies: summers });
    expect(cost(book, stay("2027-05-28", 16))).toBe(1600 + 4 * 20);
    expect(cost(withRules({ ...weekend, applies: { when: "seasons", periods: [] } }), stay("2027-05-28", 16))).toBe(
      1600,
    );
  });

  test("makes a night free with a discount of 100%", () => {
    expect(cost(withRules({ ...weekend, percentage: -10_000 }), stay("2027-01-14", 3))).toBe(100);
  });

  test("applies to the season's rate", () => {
    const periods = [{ start: day("2027-07-01"), end: day("2027-08-31") }];
    const book = aBook({ seasons: [{ id: 1, ratio: 15_000, minimumStay: 1, periods }], rules: [weekend] });
    expect(cost(book, stay("2027-07-01", 3))).toBe(150 + 180 + 180);
  });
});
