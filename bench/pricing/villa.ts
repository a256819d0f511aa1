import { parseDay } from "../../src/core/day.ts";
import { always } from "../../src/core/pricing/applicability.ts";
import type { RateBook } from "../../src/core/pricing/rates/rate-book.ts";
import type { RatesRule } from "../../src/core/pricing/rules/rates-rule.ts";

/** Parses a valid ISO date as a day. */
export function day(text: string): number {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new Error(`${text} is no date`);
  return parsed;
}

export const today = day("2027-01-04");

const summers = [2027, 2028, 2029].map((year) => ({ start: day(`${year}-06-15`), end: day(`${year}-09-10`) }));
const winters = [2027, 2028, 2029].map((year) => ({ start: day(`${year}-12-20`), end: day(`${year + 1}-01-06`) }));

/** All 17 kinds, some more than once, as in a carefully maintained rates table. */
const rules: readonly RatesRule[] = [
  { id: 1, kind: "weekend_night", applies: always, days: [5, 6], percentage: 2_000 },
  { id: 2, kind: "occupation_less_than", applies: always, occupationLessThan: 3, percentage: -1_000 },
  { id: 3, kind: "additional_person_fixed_per_night", applies: always, occupationGreaterThan: 6, fixedAmount: 15_00 },
  { id: 4, kind: "stay_at_least", applies: always, length: 7, unit: "days", percentage: -1_000 },
  { id: 5, kind: "stay_at_least", applies: always, length: 14, unit: "days", percentage: -1_500 },
  { id: 6, kind: "stay_at_least", applies: always, length: 1, unit: "months", percentage: -2_500 },
  {
    id: 7,
    kind: "stay_shorter_than",
    applies: { when: "seasons", periods: summers },
    length: 4,
    unit: "days",
    percentage: 1_500,
  },
  { id: 8, kind: "early_booking", applies: always, length: 6, unit: "months", percentage: -1_000 },
  { id: 9, kind: "late_booking", applies: always, length: 7, unit: "days", percentage: -2_000 },
  { id: 10, kind: "strict_minimum_price_per_night", applies: always, percentage: -3_500 },
  { id: 11, kind: "charge_at_least", applies: always, length: 2, unit: "days" },
  {
    id: 12,
    kind: "charge_at_least_if_available",
    applies: { when: "seasons", periods: summers },
    length: 5,
    unit: "days",
  },
  {
    id: 13,
    kind: "charge_at_least_full_period",
    applies: { when: "dates", start: day("2027-12-30"), end: day("2028-01-01") },
  },
  { id: 14, kind: "full_period_only", applies: { when: "dates", start: day("2027-12-24"), end: day("2027-12-26") } },
  { id: 15, kind: "arrival_only", applies: { when: "seasons", periods: summers }, days: [6] },
  { id: 16, kind: "departure_only", applies: { when: "seasons", periods: summers }, days: [6, 0] },
  { id: 17, kind: "prevent_if_booked_ahead_of", applies: always, length: 2, unit: "years" },
  { id: 18, kind: "prevent_if_booked_less_than", applies: always, length: 1, unit: "days" },
  { id: 19, kind: "prevent_gap", applies: always, length: 3, unit: "days", until: { length: 14, unit: "days" } },
];

/** A booking of a week every third week. */
const taken = Array.from({ length: 40 }, (_, week) => ({
  arrival: today + 10 + week * 21,
  departure: today + 17 + week * 21,
}));

/** A villa for eight, with every price input. */
export const villa: RateBook = {
  currency: "EUR",
  baseRate: 240_00,
  baseRateKind: "nightly",
  seasons: [
    { id: 1, ratio: 15_000, minimumStay: 5, periods: summers },
    { id: 2, ratio: 13_000, minimumStay: 3, periods: winters },
  ],
  nightlyMap: null,
  overrides: [],
  absoluteMinPrice: 90_00,
  absoluteMinStay: 1,
  midTerm: null,
  midTermActive: false,
  sleeps: 6,
  sleepsMax: 8,
  rules,
  taken,
  specialOffers: [{ id: 1, start: day("2027-03-01"), end: day("2027-03-31"), discount: 1_000 }],
  priceIncrease: { standard: 800, overrides: [] },
  roundingKind: "round-up",
  fees: [
    {
      id: 1,
      fee: 1,
      required: true,
      applies: always,
      rateKind: "fixed",
      rate: 120_00,
      maximumPossibleRate: null,
      maximumBookable: null,
      maximumNights: null,
      downpaymentPercentage: 0,
    },
    {
      id: 2,
      fee: 2,
      required: true,
      applies: always,
      rateKind: "percentage",
      rate: 300,
      maximumPossibleRate: 150_00,
      maximumBookable: null,
      maximumNights: null,
      downpaymentPercentage: 0,
    },
  ],
  taxes: [
    {
      id: 1,
      percentage: 1_000,
      included: true,
      taxable: { kind: "rental" },
      start: today - 400,
      end: null,
      lengthOfStay: [],
    },
    {
      id: 2,
      percentage: 500,
      included: false,
      taxable: { kind: "rental" },
      start: today - 400,
      end: null,
      lengthOfStay: [{ comparator: "<", nights: 28 }],
    },
    {
      id: 3,
      percentage: 2_000,
      included: false,
      taxable: { kind: "fee", fee: 1 },
      start: today - 400,
      end: null,
      lengthOfStay: [],
    },
  ],
  downpayment: 3_000,
  balanceDue: 30,
  damageDeposit: 500_00,
};

/**
 * The same with all rules, but with arrivals on almost every day: on any weekday, and as far ahead as the records reach.
 */
export const openVilla: RateBook = {
  ...villa,
  rules: rules.map((rule) => {
    if (rule.kind === "arrival_only") return { ...rule, days: [0, 1, 2, 3, 4, 5, 6] };
    if (rule.kind === "prevent_if_booked_ahead_of") return { ...rule, length: 4 };
    return rule;
  }),
};
