import { describe, expect, test } from "vitest";
import { losDays } from "../../../src/core/pricing/los.ts";
import { quote } from "../../../src/core/pricing/quote.ts";
import type { RateBook, RentalFee } from "../../../src/core/pricing/rates/rate-book.ts";
import { maxStayLength } from "../../../src/core/pricing/stay/check-ins.ts";
import { aBook, always, booked, dates, day, today } from "./fixture.ts";

const fee: RentalFee = {
  id: 1,
  fee: 1,
  required: true,
  applies: dates("2027-05-05", "2027-05-25"),
  rateKind: "fixed",
  rate: 30_00,
  maximumPossibleRate: null,
  maximumBookable: null,
  maximumNights: null,
  downpaymentPercentage: 0,
};

/** Compares every price of the records with its quote. @returns the differences */
function mistakesOf(book: RateBook, days: number): string[] {
  const mistakes: string[] = [];
  for (const records of losDays(book, today, { days })) {
    for (const { kind, day: arrival, minOccupancy: adults, rates } of records) {
      for (let nights = 1; nights <= maxStayLength; nights++) {
        const stay = { arrival, departure: arrival + nights, adults, children: 0 };
        const { refusals, price } = quote(book, stay, today);
        const byKind = {
          rental_price_before_special_offers: price?.beforeSpecialOffers,
          rental_price: price?.rentalPrice,
          final_price: price?.finalPrice,
        };
        const expected = refusals.length > 0 ? 0 : (byKind[kind] ?? 0);
        if (rates[nights - 1] !== expected)
          mistakes.push(`${kind}, day ${arrival - today}, ${nights} nights: ${rates[nights - 1]}, not ${expected}`);
      }
    }
  }
  return mistakes;
}

describe("length-of-stay records of repeating weeks", () => {
  const weekend = { id: 1, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 } as const;
  const repeating = aBook({ rules: [weekend] });
  const summer = { start: day("2027-06-15"), end: day("2027-07-20") };

  const books: Readonly<Record<string, RateBook>> = {
    "where nothing but the weekend changes": repeating,
    "with a season in between": {
      ...repeating,
      seasons: [{ id: 1, ratio: 15_000, minimumStay: 3, periods: [summer] }],
    },
    "with a single night that is dearer": {
      ...repeating,
      seasons: [{ id: 1, ratio: 20_000, minimumStay: 1, periods: [{ start: today + 60, end: today + 60 }] }],
    },
    "with a special offer in some weeks": {
      ...repeating,
      specialOffers: [{ id: 1, start: day("2027-03-10"), end: day("2027-04-03"), discount: 1_000 }],
    },
    "with a different price increase in some weeks": {
      ...repeating,
      priceIncrease: {
        standard: 500,
        overrides: [{ id: 1, start: day("2027-03-10"), end: day("2027-04-03"), increase: 900 }],
      },
    },
    "with a fee in some weeks": { ...repeating, fees: [fee] },
    "with a price per month, whose length varies": {
      ...repeating,
      rules: [
        weekend,
        { id: 2, kind: "stay_at_least", applies: always, length: 1, unit: "months", percentage: -2_500 },
      ],
    },
    "with prices for early and late bookings": {
      ...repeating,
      rules: [
        weekend,
        { id: 2, kind: "early_booking", applies: always, length: 2, unit: "months", percentage: -1_000 },
        { id: 3, kind: "late_booking", applies: always, length: 10, unit: "days", percentage: -2_000 },
      ],
    },
    "with a minimum charge if nights are available": {
      ...repeating,
      rules: [weekend, { id: 2, kind: "charge_at_least_if_available", applies: always, length: 5, unit: "days" }],
      taken: [booked("2027-02-10", "2027-02-12"), booked("2027-04-20", "2027-04-21")],
    },
    "with a period charged in full": {
      ...repeating,
      rules: [
        weekend,
        { id: 2, kind: "charge_at_least_full_period", applies: dates("2027-03-20", "2027-03-24") },
        { id: 3, kind: "charge_at_least", applies: dates("2027-05-01", "2027-05-20"), length: 4, unit: "days" },
      ],
    },
    "with lengths that are refused around bookings, and priced a week later": {
      ...repeating,
      rules: [weekend, { id: 2, kind: "prevent_gap", applies: always, length: 3, unit: "days", until: null }],
      taken: [booked("2027-02-10", "2027-02-12"), booked("2027-04-20", "2027-04-21")],
    },
    "with arrivals on few days only": {
      ...repeating,
      rules: [weekend, { id: 2, kind: "arrival_only", applies: dates("2027-03-01", "2027-05-01"), days: [6] }],
      seasons: [
        { id: 1, ratio: 12_000, minimumStay: 1, periods: [{ start: day("2027-03-20"), end: day("2027-04-10") }] },
      ],
    },
    "in a currency without cents": { ...repeating, currency: "JPY", fees: [{ ...fee, applies: always }] },
  };

  for (const [name, book] of Object.entries(books)) {
    test(`equal the quotes, ${name}`, () => {
      expect(mistakesOf(book, 250)).toEqual([]);
    });
  }
});
