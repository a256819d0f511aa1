import fc from "fast-check";
import type { Applicability, Period } from "../../../../src/core/pricing/applicability.ts";
import { feeRateKinds } from "../../../../src/core/pricing/fee-rate-kinds.ts";
import type { NightOverride } from "../../../../src/core/pricing/rates/overrides.ts";
import type { RateBook, RentalFee, RentalTax, Season } from "../../../../src/core/pricing/rates/rate-book.ts";
import type { RatesRule } from "../../../../src/core/pricing/rules/rates-rule.ts";
import type { Stay } from "../../../../src/core/pricing/stay/stay.ts";
import { aBook, day } from "../fixture.ts";

/** The number of runs per property; `ROOST_PROPERTY_RUNS` overrides it. */
export const runs = Number(process.env.ROOST_PROPERTY_RUNS ?? 300);

export { seed } from "../../../harness/seed.ts";

/** A rental and the current day. All dates lie near that day, so rules interact. */
export interface Case {
  readonly book: RateBook;
  readonly today: number;
}

/** Calendar edge cases, and any day of three years. */
export const todays = fc.oneof(
  fc.integer({ min: day("2027-01-01"), max: day("2029-12-31") }),
  fc.constantFrom(...["2027-01-31", "2027-02-28", "2028-01-30", "2028-02-29", "2027-12-31", "2028-03-31"].map(day)),
);

const percentages = fc.oneof(fc.integer({ min: -10_000, max: 10_000 }), fc.constantFrom(-10_000, -1_000, 0, 1_234));
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 });
const duration = fc.oneof(
  { weight: 6, arbitrary: fc.record({ length: fc.integer({ min: 0, max: 35 }), unit: fc.constant("days" as const) }) },
  { weight: 2, arbitrary: fc.record({ length: fc.integer({ min: 0, max: 3 }), unit: fc.constant("months" as const) }) },
  { weight: 1, arbitrary: fc.record({ length: fc.integer({ min: 0, max: 1 }), unit: fc.constant("years" as const) }) },
);

function periodsAround(today: number): fc.Arbitrary<Period> {
  return fc
    .tuple(fc.integer({ min: -20, max: 100 }), fc.integer({ min: 0, max: 25 }))
    .map(([from, nights]) => ({ start: today + from, end: today + from + nights }));
}

function applicabilities(today: number): fc.Arbitrary<Applicability> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Applicability>({ when: "always" }) },
    {
      weight: 2,
      arbitrary: fc
        .array(periodsAround(today), { maxLength: 3 })
        .map((periods): Applicability => ({ when: "seasons", periods })),
    },
    { weight: 2, arbitrary: periodsAround(today).map((period): Applicability => ({ when: "dates", ...period })) },
  );
}

/** Rules of all kinds. Refusing kinds are rarer, so many stays remain bookable. */
export function rulesAround(today: number): fc.Arbitrary<RatesRule> {
  const common = fc.record({ id: fc.constant(0), applies: applicabilities(today) });
  const rule = <Given extends object>(given: fc.Arbitrary<Given>) =>
    fc.tuple(common, given).map(([base, own]) => ({ ...base, ...own }));
  const kind = <Kind extends string>(name: Kind) => fc.constant(name);
  const charges = fc.oneof(
    rule(fc.record({ kind: kind("weekend_night"), days: weekdays, percentage: percentages })),
    rule(
      fc.record({
        kind: kind("occupation_less_than"),
        occupationLessThan: fc.integer({ min: 0, max: 7 }),
        percentage: percentages,
      }),
    ),
    rule(
      fc.record({
        kind: kind("additional_person_fixed_per_night"),
        occupationGreaterThan: fc.integer({ min: 0, max: 6 }),
        fixedAmount: fc.integer({ min: -9_000, max: 9_999 }),
      }),
    ),
    rule(
      fc.tuple(duration, percentages).map(([d, percentage]) => ({ kind: "stay_at_least" as const, ...d, percentage })),
    ),
    rule(
      fc
        .tuple(duration, percentages)
        .map(([d, percentage]) => ({ kind: "stay_shorter_than" as const, ...d, percentage })),
    ),
    rule(
      fc.tuple(duration, percentages).map(([d, percentage]) => ({ kind: "early_booking" as const, ...d, percentage })),
    ),
    rule(
      fc.tuple(duration, percentages).map(([d, percentage]) => ({ kind: "late_booking" as const, ...d, percentage })),
    ),
    rule(duration.map((d) => ({ kind: "charge_at_least" as const, ...d }))),
    rule(duration.map((d) => ({ kind: "charge_at_least_if_available" as const, ...d }))),
    rule(fc.record({ kind: kind("charge_at_least_full_period") })),
    rule(fc.record({ kind: kind("strict_minimum_price_per_night"), percentage: percentages })),
  );
  const restrictions = fc.oneof(
    rule(fc.record({ kind: kind("arrival_only"), days: weekdays })),
    rule(fc.record({ kind: kind("departure_only"), days: weekdays })),
    rule(duration.map((d) => ({ kind: "prevent_if_booked_ahead_of" as const, ...d }))),
    rule(duration.map((d) => ({ kind: "prevent_if_booked_less_than" as const, ...d }))),
    rule(fc.record({ kind: kind("full_period_only") })),
    rule(fc.tuple(duration, fc.option(duration)).map(([d, until]) => ({ kind: "prevent_gap" as const, ...d, until }))),
  );
  return fc.oneof({ weight: 4, arbitrary: charges }, { weight: 1, arbitrary: restrictions });
}

const feeKinds = fc.constantFrom(...feeRateKinds);

function feesAround(today: number): fc.Arbitrary<RentalFee> {
  return fc.record({
    id: fc.constant(0),
    fee: fc.integer({ min: 1, max: 2 }),
    required: fc.oneof(fc.constant(true), fc.boolean()),
    applies: applicabilities(today),
    rateKind: feeKinds,
    rate: fc.integer({ min: 0, max: 9_999 }),
    maximumPossibleRate: fc.option(fc.integer({ min: 0, max: 9_999 })),
    maximumBookable: fc.option(fc.integer({ min: 1, max: 9 })),
    maximumNights: fc.option(fc.integer({ min: 1, max: 12 })),
    downpaymentPercentage: fc.integer({ min: 0, max: 10_000 }),
  });
}

function taxesAround(today: number): fc.Arbitrary<RentalTax> {
  return fc.record({
    id: fc.constant(0),
    percentage: fc.integer({ min: 0, max: 3_000 }),
    included: fc.boolean(),
    taxable: fc.oneof(
      fc.constant<RentalTax["taxable"]>({ kind: "rental" }),
      fc.record({ kind: fc.constant("fee" as const), fee: fc.integer({ min: 1, max: 2 }) }),
    ),
    start: fc.integer({ min: today - 50, max: today + 30 }),
    end: fc.option(fc.integer({ min: today, max: today + 90 })),
    lengthOfStay: fc.array(
      fc.record({
        comparator: fc.constantFrom("==", "!=", "<", "<=", ">", ">="),
        nights: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 1 },
    ),
  });
}

/** Seasons with consecutive periods and occasional gaps. */
function seasonsAround(today: number): fc.Arbitrary<readonly Season[]> {
  const period = fc.tuple(
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 0, max: 2 }),
  );
  const season = fc.record({ ratio: fc.integer({ min: 1, max: 30_000 }), minimumStay: fc.integer({ min: 1, max: 6 }) });
  return fc.tuple(fc.array(season, { maxLength: 3 }), fc.array(period, { maxLength: 6 })).map(([kinds, lengths]) => {
    const periods: Period[][] = kinds.map(() => []);
    let start = today - 20;
    for (const [gap, nights, of] of lengths) {
      periods[of]?.push({ start: start + gap, end: start + gap + nights });
      start += gap + nights + 1;
    }
    return kinds.map((kind, index) => ({ id: index + 1, ...kind, periods: periods[index] ?? [] }));
  });
}

const amounts = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 99 }), fc.constant(100_00));

/** Overrides of nights, by id, most often none. */
function overridesAround(today: number): fc.Arbitrary<NightOverride[]> {
  const change = fc.oneof(
    amounts.map((rate) => ({ rate, percentage: null })),
    fc.integer({ min: -5_000, max: 5_000 }).map((percentage) => ({ rate: null, percentage })),
    fc.constant({ rate: null, percentage: null }),
  );
  const override = fc.record({
    period: periodsAround(today),
    days: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 })),
    change,
    minimumStay: fc.option(fc.integer({ min: 1, max: 4 })),
    closedToArrival: fc.option(fc.boolean(), { freq: 2 }),
    closedToDeparture: fc.option(fc.boolean(), { freq: 2 }),
  });
  return fc
    .array(override, { maxLength: 4 })
    .map((list) =>
      list.map(({ period, change, ...more }, index) => ({ id: index + 1, ...period, ...change, ...more })),
    );
}

/** A random rental: rules of all kinds, seasons or a nightly map, bookings, offers, fees and taxes. */
export const cases: fc.Arbitrary<Case> = todays.chain(casesOn);

/** The same for a given day. */
export function casesOn(today: number): fc.Arbitrary<Case> {
  return fc
    .record({
      currency: fc.constantFrom("EUR", "EUR", "JPY"),
      baseRate: amounts,
      baseRateKind: fc.constantFrom("nightly", "nightly", "weekly"),
      seasons: seasonsAround(today),
      nightlyMap: fc.option(
        fc.record({
          start: fc.integer({ min: today - 5, max: today + 2 }),
          rates: fc.array(fc.oneof({ weight: 30, arbitrary: amounts }, { weight: 1, arbitrary: fc.constant(0) }), {
            minLength: 40,
            maxLength: 120,
          }),
          minimumStays: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 120, maxLength: 120 }),
        }),
        { freq: 3 },
      ),
      overrides: overridesAround(today),
      absoluteMinPrice: fc.option(fc.integer({ min: 0, max: 9_000 })),
      absoluteMinStay: fc.option(fc.integer({ min: 1, max: 3 })),
      sleeps: fc.option(fc.integer({ min: 0, max: 4 })),
      sleepsMax: fc.option(fc.integer({ min: 0, max: 8 })),
      rules: fc.array(rulesAround(today), { maxLength: 14 }),
      taken: fc.array(
        fc
          .tuple(fc.integer({ min: -20, max: 120 }), fc.integer({ min: 1, max: 12 }))
          .map(([from, nights]) => ({ arrival: today + from, departure: today + from + nights })),
        { maxLength: 4 },
      ),
      specialOffers: fc.array(
        fc
          .tuple(periodsAround(today), fc.integer({ min: 100, max: 10_000 }))
          .map(([period, discount]) => ({ id: 1, ...period, discount })),
        { maxLength: 2 },
      ),
      priceIncrease: fc.option(
        fc.record({
          standard: fc.integer({ min: 0, max: 5_000 }),
          overrides: fc.array(
            fc
              .tuple(periodsAround(today), fc.integer({ min: 1, max: 9_900 }))
              .map(([period, increase]) => ({ id: 1, ...period, increase })),
            { maxLength: 1 },
          ),
        }),
      ),
      roundingKind: fc.constantFrom("no-rounding", "no-rounding", "round-up", "closest-exact", "closest-marketing"),
      fees: fc.array(feesAround(today), { maxLength: 3 }),
      taxes: fc.array(taxesAround(today), { maxLength: 3 }),
      downpayment: fc.integer({ min: 0, max: 100 }).map((percent) => percent * 100),
      balanceDue: fc.integer({ min: 0, max: 60 }),
    })
    .map((given) => ({ today, book: aBook(numbered(given)) }));
}

/** A requested stay: days until arrival, nights, adults and children. */
export const requestedStays = fc.record({
  inDays: fc.integer({ min: 0, max: 90 }),
  nights: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(1, 7, 28, 29, 30)),
  adults: fc.integer({ min: 0, max: 8 }),
  children: fc.integer({ min: 0, max: 3 }),
});

function numbered<Given extends Pick<RateBook, "rules" | "fees" | "taxes">>(given: Given): Given {
  return {
    ...given,
    rules: given.rules.map((rule, index) => ({ ...rule, id: index + 1 })),
    fees: given.fees.map((fee, index) => ({ ...fee, id: index + 1 })),
    taxes: given.taxes.map((tax, index) => ({ ...tax, id: index + 1 })),
  };
}

/** A requested stay, counted from today. */
export function stayOf(
  today: number,
  given: { inDays: number; nights: number; adults: number; children: number },
): Stay {
  const { inDays, nights, adults, children } = given;
  return { arrival: today + inDays, departure: today + inDays + nights, adults, children };
}
