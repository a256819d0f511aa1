import { describe, expect, test } from "vitest";
import { formatDay } from "../../../src/core/day.ts";
import type { RateBook } from "../../../src/core/pricing/rates/rate-book.ts";
import { type StaticRate, staticRates } from "../../../src/core/pricing/rates/static-rates.ts";
import { aBook, always, booked, dates, day, today } from "./fixture.ts";

const summer = {
  id: 1,
  ratio: 15_000,
  minimumStay: 7,
  periods: [{ start: day("2027-07-01"), end: day("2027-08-31") }],
};

function initial(rate: StaticRate | undefined): readonly (number | undefined)[] {
  return [rate?.initialNightly, rate?.initialWeekly, rate?.initialMonthly].map((amount) => (amount ?? 0) / 100);
}

function final(rate: StaticRate | undefined): readonly (number | undefined)[] {
  return [rate?.finalNightly, rate?.finalWeekly, rate?.finalMonthly].map((amount) => (amount ?? 0) / 100);
}

function spans(book: RateBook, nights: number): readonly string[] {
  return staticRates(book, today, nights).map(({ start, end }) => `${formatDay(start)}…${formatDay(end)}`);
}

describe("static rates (pricing.md §4)", () => {
  test("have a run for each season and for the nights between", () => {
    const rates = staticRates(aBook({ seasons: [summer] }), today);
    expect(rates.map(({ start, end, minimumStay }) => [formatDay(start), formatDay(end), minimumStay])).toEqual([
      ["2027-01-04", "2027-06-30", 1],
      ["2027-07-01", "2027-08-31", 7],
      ["2027-09-01", "2030-01-03", 1],
    ]);
    expect(rates.map(initial)).toEqual([
      [100, 700, 3000],
      [150, 1050, 4500],
      [100, 700, 3000],
    ]);
    expect(rates.map(final)).toEqual(rates.map(initial));
  });

  test("include only weekend and season before discounts, and static rules at its occupancy after them", () => {
    const [weekdays, weekend] = staticRates(
      aBook({
        sleeps: 4,
        rules: [
          { id: 1, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 },
          { id: 2, kind: "stay_at_least", applies: always, length: 7, unit: "days", percentage: -1_000 },
          { id: 3, kind: "stay_at_least", applies: always, length: 28, unit: "days", percentage: -3_000 },
          {
            id: 4,
            kind: "additional_person_fixed_per_night",
            applies: always,
            occupationGreaterThan: 2,
            fixedAmount: 5_00,
          },
          { id: 5, kind: "occupation_less_than", applies: always, occupationLessThan: 4, percentage: -5_000 },
          { id: 6, kind: "strict_minimum_price_per_night", applies: always, percentage: -2_000 },
        ],
      }),
      today,
    );
    expect([weekdays?.start, weekdays?.end]).toEqual([today, today + 3]);
    expect(initial(weekdays)).toEqual([100, 700, 3000]);
    expect(final(weekdays)).toEqual([110, 693, 2400]);
    expect(initial(weekend)).toEqual([120, 840, 3600]);
    expect(final(weekend)).toEqual([130, 819, 2730]);
  });

  test("ignore rules that depend on today or on bookings", () => {
    const book = aBook({
      taken: [booked("2027-01-10", "2027-01-12")],
      rules: [
        { id: 1, kind: "early_booking", applies: always, length: 1, unit: "days", percentage: -1_000 },
        { id: 2, kind: "late_booking", applies: always, length: 9, unit: "days", percentage: -1_000 },
        { id: 3, kind: "prevent_if_booked_ahead_of", applies: always, length: 1, unit: "days" },
        { id: 4, kind: "prevent_if_booked_less_than", applies: always, length: 9, unit: "days" },
        { id: 5, kind: "prevent_gap", applies: always, length: 9, unit: "days", until: { length: 1, unit: "days" } },
        { id: 6, kind: "charge_at_least_if_available", applies: always, length: 9, unit: "days" },
      ],
      specialOffers: [{ id: 1, start: today, end: today + 9, discount: 1_000 }],
      priceIncrease: { standard: 1_000, overrides: [] },
      roundingKind: "closest-marketing",
    });
    expect(staticRates(book, today, 30).map(final)).toEqual([[100, 700, 3000]]);
  });

  test("count all charged nights, also more than the stay has", () => {
    const book = aBook({
      rules: [
        { id: 1, kind: "charge_at_least", applies: dates("2027-01-08", "2027-01-10"), length: 3, unit: "days" },
        { id: 2, kind: "charge_at_least_full_period", applies: dates("2027-01-15", "2027-01-24") },
      ],
    });
    expect(spans(book, 30)).toEqual([
      "2027-01-04…2027-01-07",
      "2027-01-08…2027-01-10",
      "2027-01-11…2027-01-14",
      "2027-01-15…2027-01-24",
      "2027-01-25…2027-02-02",
    ]);
    expect(staticRates(book, today, 30).map(final)).toEqual([
      [100, 700, 3000],
      [300, 700, 3000],
      [100, 700, 3000],
      [1000, 1000, 3000],
      [100, 700, 3000],
    ]);
  });

  test("skip nights without a rate, and respect the absolute minimum in all figures", () => {
    const nightlyMap = { start: today, rates: [80_00, 80_00, 0, 80_00, 90_00], minimumStays: [1, 1, 1, 1, 2] };
    const book = aBook({ nightlyMap, absoluteMinPrice: 85_00 });
    expect(spans(book, 10)).toEqual(["2027-01-04…2027-01-05", "2027-01-07…2027-01-07", "2027-01-08…2027-01-08"]);
    expect(staticRates(book, today, 10).map(initial)[0]).toEqual([85, 595, 2550]);
  });
});
