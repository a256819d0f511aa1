import { describe, expect, test } from "vitest";
import type { LosKind, LosRecord } from "../../../src/core/pricing/los/records.ts";
import { type LosOptions, losDays } from "../../../src/core/pricing/los.ts";
import type { RateBook } from "../../../src/core/pricing/rates/rate-book.ts";
import { aBook, aFee, always, aTax, booked, dates, day, today } from "./fixture.ts";

/** A record with its first rates, in whole units. */
interface Kept {
  readonly kind: LosKind;
  readonly day: number;
  readonly occupancy: string;
  readonly rates: readonly number[];
}

function recordsOf(book: RateBook, options: LosOptions, lengths: number): readonly Kept[] {
  const entries: Kept[] = [];
  const keep = ({ kind, day: checkIn, minOccupancy, maxOccupancy, rates }: LosRecord): void => {
    const firstRates = Array.from(rates.subarray(0, lengths), (rate) => rate / 100);
    entries.push({ kind, day: checkIn - today, occupancy: `${minOccupancy}-${maxOccupancy}`, rates: firstRates });
  };
  for (const records of losDays(book, today, options)) records.forEach(keep);
  return entries;
}

const oneKind: LosOptions = { kinds: ["rental_price"], days: 1 };
const additional = {
  id: 1,
  kind: "additional_person_fixed_per_night",
  applies: always,
  occupationGreaterThan: 2,
  fixedAmount: 15_00,
} as const;

describe("length-of-stay records (pricing.md §5)", () => {
  test("cover 1096 check-in days from today, in three kinds with 30 lengths each", () => {
    let days = 0;
    for (const records of losDays(aBook(), today)) {
      expect(records.map(({ kind }) => kind)).toEqual([
        "rental_price_before_special_offers",
        "rental_price",
        "final_price",
      ]);
      expect(records[0]?.day).toBe(today + days);
      expect(Array.from(records[0]?.rates ?? [])).toEqual(Array.from({ length: 30 }, (_, n) => (n + 1) * 100_00));
      days++;
    }
    expect(days).toBe(1096);
  });

  test("have one record for each group of occupancies with equal prices, from 1 to sleeps_max", () => {
    const book = aBook({ sleepsMax: 4, rules: [additional] });
    expect(recordsOf(book, oneKind, 2).map(({ occupancy, rates }) => [occupancy, ...rates])).toEqual([
      ["1-2", 100, 200],
      ["3-3", 115, 230],
      ["4-4", 130, 260],
    ]);
  });

  test("merge occupancies that cost the same on a day", () => {
    const inMarch = aBook({ sleepsMax: 4, rules: [{ ...additional, applies: dates("2027-03-01", "2027-03-31") }] });
    const records = recordsOf(inMarch, { ...oneKind, firstDay: day("2027-01-30"), days: 2 }, 30);
    expect(records.map(({ occupancy }) => occupancy)).toEqual(["1-4", "1-2", "3-3", "4-4"]);
  });

  test("go up to sleeps without sleeps_max, and up to 16 guests without both", () => {
    expect(recordsOf(aBook({ sleeps: 3 }), oneKind, 1)).toMatchObject([{ occupancy: "1-3" }]);
    expect(recordsOf(aBook({ sleeps: null }), oneKind, 1)).toMatchObject([{ occupancy: "1-16" }]);
  });

  test("have the rate 0 for a refused stay, even if a day refuses all lengths", () => {
    const arrivals = { id: 1, kind: "arrival_only", applies: always, days: [2] } as const;
    const departures = { id: 2, kind: "departure_only", applies: always, days: [4, 5] } as const;
    const book = aBook({ absoluteMinStay: 3, rules: [arrivals, departures] });
    expect(recordsOf(book, { ...oneKind, days: 2 }, 11).map(({ rates }) => rates)).toEqual([
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 300, 0, 0, 0, 0, 0, 900, 1000, 0],
    ]);
  });

  test("have one record for a closed day, and the groups again after it", () => {
    const tuesdays = { id: 2, kind: "arrival_only", applies: always, days: [2] } as const;
    const book = aBook({ sleepsMax: 3, rules: [additional, tuesdays] });
    const records = recordsOf(book, { ...oneKind, days: 9 }, 1);
    expect(records.map(({ day: checkIn, occupancy, rates }) => [checkIn, occupancy, ...rates])).toEqual([
      [0, "1-3", 0],
      [1, "1-2", 100],
      [1, "3-3", 115],
      ...[2, 3, 4, 5, 6, 7].map((refused) => [refused, "1-3", 0]),
      [8, "1-2", 100],
      [8, "3-3", 115],
    ]);
  });

  test("do not black out booked nights, but rules see the bookings", () => {
    const rules = [{ id: 1, kind: "charge_at_least_if_available", applies: always, length: 4, unit: "days" }] as const;
    const book = aBook({ rules, taken: [booked("2027-01-07", "2027-01-09")] });
    expect(recordsOf(book, { ...oneKind, days: 3 }, 5).map(({ rates }) => rates)).toEqual([
      [300, 300, 300, 400, 500],
      [200, 200, 300, 400, 500],
      [100, 200, 400, 400, 500],
    ]);
  });

  test("have three kinds: before special offers, after offer, increase and rounding, and with fees and taxes", () => {
    const book = aBook({
      sleeps: 2,
      specialOffers: [{ id: 1, start: today, end: today, discount: 1_500 }],
      priceIncrease: { standard: 1_000, overrides: [] },
      roundingKind: "round-up",
      fees: [
        aFee({ rateKind: "fixed_per_person", rate: 10_00 }),
        aFee({ id: 2, fee: 2, rateKind: "percentage", rate: 500 }),
      ],
      taxes: [aTax({ percentage: 1_000 }), aTax({ id: 2, percentage: 5_000, taxable: { kind: "fee", fee: 1 } })],
    });
    // 100 → 85 → 93.50 → 94; 10 a guest and half of it as tax; 5% = 4.70; 10% = 9.40
    expect(recordsOf(book, { days: 1 }, 1)).toEqual([
      { kind: "rental_price_before_special_offers", day: 0, occupancy: "1-2", rates: [100] },
      { kind: "rental_price", day: 0, occupancy: "1-2", rates: [94] },
      { kind: "final_price", day: 0, occupancy: "1-1", rates: [123.1] },
      { kind: "final_price", day: 0, occupancy: "2-2", rates: [138.1] },
    ]);
  });

  test("count hundredths even in a currency without cents", () => {
    const yen = aBook({ currency: "JPY", baseRate: 10_000_50 });
    expect(recordsOf(yen, oneKind, 3).map(({ rates }) => rates)).toEqual([[10_001, 20_001, 30_002]]);
  });

  test("count months by the calendar: ahead of arrival, and in the length of a stay", () => {
    const early = {
      id: 1,
      kind: "early_booking",
      applies: always,
      length: 1,
      unit: "months",
      percentage: -1_000,
    } as const;
    const month = {
      id: 2,
      kind: "stay_at_least",
      applies: always,
      length: 1,
      unit: "months",
      percentage: -2_000,
    } as const;
    const records = recordsOf(aBook({ rules: [early, month] }), { ...oneKind, days: 61 }, 30);
    expect(records[30]?.rates[0]).toBe(100);
    expect(records[31]?.rates[0]).toBe(90);
    expect(records[day("2027-02-03") - today]?.rates.slice(26, 28)).toEqual([2700, 2240]);
    expect(records[day("2027-02-28") - today]?.rates.slice(26, 28)).toEqual([2430, 2016]);
    expect(records[day("2027-03-01") - today]?.rates.slice(27, 30)).toEqual([2520, 2610, 2700]);
  });
});
