import { describe, expect, test } from "vitest";
import { fraction, scaled, scaledSmall, sumInMinorUnits } from "../../../src/core/pricing/arithmetic.ts";
import { quote } from "../../../src/core/pricing/quote.ts";
import { withPriceIncrease } from "../../../src/core/pricing/rates/mid-term.ts";
import { type RoundingKind, roundPrice } from "../../../src/core/pricing/rounding.ts";
import { aBook, always, booked, cost, day, priceOf, refusals, stay, today, withRules } from "./fixture.ts";

describe("a quote", () => {
  const everything = aBook({
    rules: [
      { id: 1, kind: "weekend_night", applies: always, days: [5], percentage: 1_111 },
      { id: 2, kind: "occupation_less_than", applies: always, occupationLessThan: 4, percentage: -333 },
      {
        id: 3,
        kind: "additional_person_fixed_per_night",
        applies: always,
        occupationGreaterThan: 1,
        fixedAmount: 7_77,
      },
      { id: 4, kind: "stay_at_least", applies: always, length: 2, unit: "days", percentage: -555 },
      { id: 5, kind: "early_booking", applies: always, length: 1, unit: "days", percentage: -777 },
      { id: 6, kind: "strict_minimum_price_per_night", applies: always, percentage: -100 },
    ],
    specialOffers: [{ id: 8, start: today, end: today + 30, discount: 1_250 }],
    priceIncrease: { standard: 333, overrides: [] },
    roundingKind: "closest-exact",
  });

  test("follows the specification's order, and explains each step", () => {
    // Thursday: 100 × 0.9667 = 96.67; + 7.77 = 104.44; × 0.9445 = 98.64358 → 98.6436; × 0.9223 = 90.97899… → 90.9790; floor 99
    // Friday: 100 × 1.1111 = 111.11; × 0.9667 = 107.410037 → 107.4100; + 7.77 = 115.18; × 0.9445 = 108.78751 → 108.7875;
    //   × 0.9223 = 100.33471… → 100.3347
    // 199.3347 → 199.33; × 0.875 = 174.41375 → 174.41; × 1.0333 = 180.217853 → 180.22; → 190
    const price = priceOf(everything, stay("2027-01-14", 2));
    expect(price).toMatchObject({ beforeSpecialOffers: 199_33, rentalPrice: 190_00, finalPrice: 190_00 });
    expect(price.lines).toEqual([
      { step: "nightly_rate", id: null, nights: 2, change: 2_000_000 },
      { step: "occupation_less_than", id: 2, nights: 2, change: -33_300 - 37_000 },
      { step: "additional_person_fixed_per_night", id: 3, nights: 2, change: 2 * 77_700 },
      { step: "stay_at_least", id: 4, nights: 2, change: 986_436 - 1_044_400 + 1_087_875 - 1_151_800 },
      { step: "early_booking", id: 5, nights: 2, change: 909_790 - 986_436 + 1_003_347 - 1_087_875 },
      { step: "strict_minimum_price_per_night", id: 6, nights: 1, change: 990_000 - 909_790 },
      { step: "weekend_night", id: 1, nights: 1, change: 111_100 },
      { step: "minor_unit", id: null, nights: 0, change: -47 },
      { step: "special_offer", id: 8, nights: 0, change: (174_41 - 199_33) * 100 },
      { step: "price_increase", id: null, nights: 0, change: (180_22 - 174_41) * 100 },
      { step: "rounding_kind", id: null, nights: 0, change: (190_00 - 180_22) * 100 },
    ]);
  });

  test("collects every refusal, and still has a price", () => {
    const book = aBook({
      sleepsMax: 2,
      absoluteMinStay: 3,
      taken: [booked("2027-01-10", "2027-01-14")],
      rules: [
        { id: 1, kind: "arrival_only", applies: always, days: [6] },
        { id: 2, kind: "departure_only", applies: always, days: [6] },
        { id: 3, kind: "prevent_if_booked_ahead_of", applies: always, length: 3, unit: "days" },
        { id: 4, kind: "prevent_if_booked_less_than", applies: always, length: 1, unit: "months" },
        { id: 5, kind: "full_period_only", applies: { when: "dates", start: today + 11, end: today + 20 } },
        { id: 6, kind: "prevent_gap", applies: always, length: 2, unit: "days", until: null },
      ],
    });
    const answer = quote(book, stay("2027-01-15", 2, { adults: 2, children: 1 }), today);
    expect(answer.refusals).toEqual([
      { kind: "sleeps_max", rule: null, guests: 2 },
      { kind: "arrival_only", rule: 1 },
      { kind: "departure_only", rule: 2 },
      { kind: "prevent_if_booked_ahead_of", rule: 3 },
      { kind: "prevent_if_booked_less_than", rule: 4 },
      { kind: "full_period_only", rule: 5 },
      { kind: "prevent_gap", rule: 6 },
      { kind: "minimum_stay", rule: null, nights: 3 },
    ]);
    expect(answer.price?.rentalPrice).toBe(200_00);
  });

  test("has no price for a stay without nights, and for one above the storable maximum", () => {
    expect(quote(aBook(), stay("2027-02-01", 0), today)).toEqual({
      refusals: [{ kind: "no_nights", rule: null }],
      price: undefined,
    });
    const dear = aBook({ baseRate: 999_999_999_999 });
    expect(cost(dear, stay("2027-02-01", 1))).toBe(9_999_999_999.99);
    expect(refusals(dear, stay("2027-02-01", 2))).toEqual([["largest_amount", null]]);
    expect(refusals({ ...dear, currency: "JPY" }, stay("2027-02-01", 2))).toEqual([["largest_amount", null]]);
  });

  test("refuses more guests than sleeps_max, or than sleeps without it", () => {
    expect(refusals(aBook({ sleepsMax: 4 }), stay("2027-02-01", 1, { adults: 3, children: 1 }))).toEqual([]);
    expect(refusals(aBook({ sleepsMax: 4 }), stay("2027-02-01", 1, { adults: 3, children: 2 }))).toEqual([
      ["sleeps_max", null],
    ]);
    for (const sleepsMax of [null, 0])
      expect(refusals(aBook({ sleepsMax, sleeps: 4 }), stay("2027-02-01", 1, { adults: 5 }))).toEqual([
        ["sleeps_max", null],
      ]);
    expect(refusals(aBook({ sleeps: null }), stay("2027-02-01", 1, { adults: 99 }))).toEqual([]);
  });

  test("uses hundredths of the yen for nights and yen for stays", () => {
    const discount = {
      id: 1,
      kind: "stay_at_least",
      applies: always,
      length: 1,
      unit: "days",
      percentage: -333,
    } as const;
    const book = aBook({ currency: "JPY", baseRate: 10_001_00, rules: [discount], roundingKind: "round-up" });
    // 10001 × 0.9667 = 9667.9667 → 9667.97; three of them 29003.91 → 29004
    expect(priceOf(book, stay("2027-02-01", 3)).rentalPrice).toBe(29_004_00);
  });
});

describe("special offers and price increases", () => {
  const offers = [
    { id: 1, start: day("2027-02-01"), end: day("2027-02-28"), discount: 1_000 },
    { id: 2, start: day("2027-02-28"), end: day("2027-03-31"), discount: 2_500 },
  ];

  test.each([
    ["2027-01-31", 200],
    ["2027-02-01", 180],
    ["2027-02-27", 180],
    ["2027-02-28", 150],
    ["2027-03-31", 150],
    ["2027-04-01", 200],
  ])("arrival %s pays %d: the largest discount on the arrival night covers the whole stay", (arrival, price) => {
    expect(priceOf(aBook({ specialOffers: offers }), stay(arrival, 2)).rentalPrice).toBe(price * 100);
    expect(priceOf(aBook({ specialOffers: offers.toReversed() }), stay(arrival, 2)).rentalPrice).toBe(price * 100);
  });

  test("use the application's override for the arrival night, else its standard increase", () => {
    const overrides = [{ id: 5, start: day("2027-02-01"), end: day("2027-02-10"), increase: 250 }];
    const book = aBook({ priceIncrease: { standard: 1_000, overrides } });
    expect(priceOf(book, stay("2027-01-31", 2)).rentalPrice).toBe(220_00);
    expect(priceOf(book, stay("2027-02-10", 2)).rentalPrice).toBe(205_00);
    expect(priceOf(book, stay("2027-02-10", 2)).lines.at(-1)).toMatchObject({ step: "price_increase", id: 5 });
    expect(priceOf(book, stay("2027-02-11", 2)).beforeSpecialOffers).toBe(200_00);
  });

  test("leave a stay with a discount of 100% free", () => {
    const book = aBook({ specialOffers: [{ id: 1, start: today, end: today, discount: 10_000 }] });
    expect(priceOf({ ...book, roundingKind: "closest-marketing" }, stay("2027-01-04", 2)).rentalPrice).toBe(0);
  });
});

describe("rounding", () => {
  test.each<[RoundingKind, number, number]>([
    ["no-rounding", 362_01, 362_01],
    ["round-up", 362_00, 362_00],
    ["round-up", 362_01, 363_00],
    ["closest-exact", 362_00, 370_00],
    ["closest-exact", 370_00, 370_00],
    ["closest-exact", 370_01, 380_00],
    ["closest-marketing", 1, 9_00],
    ["closest-marketing", 9_00, 9_00],
    ["closest-marketing", 9_01, 19_00],
    ["closest-marketing", 99_99, 109_00],
    ["closest-marketing", 99_00, 99_00],
  ])("%s: %d cents → %d", (kind, price, rounded) => {
    expect(roundPrice(price, kind, "EUR")).toBe(rounded);
  });

  test.each<[RoundingKind, number, number]>([
    ["round-up", 362, 362],
    ["closest-exact", 362, 370],
    ["closest-marketing", 362, 369],
    ["closest-marketing", 370, 379],
  ])("%s: %d yen → %d", (kind, price, rounded) => {
    expect(roundPrice(price, kind, "JPY")).toBe(rounded);
  });

  test("is half up at every size", () => {
    expect(scaled(5, 9_000)).toBe(5);
    expect(scaled(1, 4_999)).toBe(0);
    expect(scaled(1, 5_000)).toBe(1);
    expect(scaled(99_999_999_999_900, 12_345)).toBe(123_449_999_999_877);
    expect(sumInMinorUnits(149)).toBe(1);
    expect(sumInMinorUnits(150)).toBe(2);
    expect(fraction(10_000, 1, 7)).toBe(1_429);
    for (let quotient = 1; quotient < 450_000_000_000; quotient = quotient * 3 + 1) {
      for (const rest of [0, 1, 4_999, 5_000, 9_999]) {
        const expected = quotient + (rest >= 5_000 ? 1 : 0);
        expect(scaledSmall(quotient * 10_000 + rest, 1)).toBe(expected);
        expect(scaled(quotient * 10_000 + rest, 1)).toBe(expected);
      }
    }
  });
});

describe("mid-term stays (pricing.md §7)", () => {
  const start = day("2027-02-01");
  const midTerm = { start, rates: new Array<number>(100).fill(40_00) };
  const noArrivals = { id: 1, kind: "arrival_only", applies: always, days: [] } as const;

  test.each([
    [true, 30, 3000],
    [true, 31, 1240],
    [false, 31, 3100],
  ])("active %s: %d nights cost %d", (midTermActive, nights, price) => {
    expect(cost(aBook({ midTerm, midTermActive }), stay("2027-02-01", nights))).toBe(price);
  });

  test("ignore rates rules and the minimums of nightly rates", () => {
    const season = { id: 1, ratio: 20_000, minimumStay: 60, periods: [{ start, end: start + 90 }] };
    const weekend = { id: 2, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 } as const;
    const book = aBook({
      midTerm,
      midTermActive: true,
      seasons: [season],
      rules: [noArrivals, weekend],
      absoluteMinPrice: 90_00,
    });
    expect(refusals(book, stay("2027-02-01", 31))).toEqual([]);
    expect(cost(book, stay("2027-02-01", 31))).toBe(1240);
  });

  test("respect the rental's own limits, special offers, price increase and rounding", () => {
    const offer = { id: 1, start, end: start, discount: 1_000 };
    const book = aBook({ midTerm, midTermActive: true, sleepsMax: 1, absoluteMinStay: 40, specialOffers: [offer] });
    expect(refusals(book, stay("2027-02-01", 31))).toEqual([
      ["sleeps_max", null],
      ["minimum_stay", null],
    ]);
    expect(priceOf(book, stay("2027-02-01", 31)).rentalPrice).toBe(1116_00);
    const increased = {
      ...book,
      priceIncrease: { standard: 500, overrides: [] },
      roundingKind: "closest-exact",
    } as const;
    expect(priceOf(increased, stay("2027-02-01", 31)).rentalPrice).toBe(1180_00);
  });

  test("are refused without a map, and for a night outside of it", () => {
    expect(refusals(aBook({ midTerm, midTermActive: true }), stay("2027-04-20", 31))).toEqual([["no_rate", null]]);
    expect(refusals(aBook({ midTermActive: true }), stay("2027-02-01", 31))).toEqual([["no_rate", null]]);
  });

  test("have the map with the calling application's price increase", () => {
    const overrides = [{ id: 1, start: start + 1, end: start + 1, increase: 333 }];
    const map = { start, rates: [100_00, 100_01, 0] };
    expect(withPriceIncrease(map, { standard: 1_000, overrides })).toEqual([110_00, 103_34, 0]);
    expect(withPriceIncrease(map, null)).toEqual([100_00, 100_01, 0]);
  });
});

test("explain two equal rules in two lines", () => {
  const rule = { kind: "weekend_night", applies: always, days: [5], percentage: 1_000 } as const;
  const lines = priceOf(withRules({ id: 1, ...rule }, { id: 2, ...rule }), stay("2027-01-15", 1)).lines;
  expect(lines.map(({ id }) => id)).toEqual([null, 1, 2]);
});
