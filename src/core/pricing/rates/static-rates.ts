import { covers, periodsOf } from "../applicability.ts";
import { amountOf, sumInMinorUnits } from "../arithmetic.ts";
import { Explanation } from "../explanation.ts";
import { chargedAtLeast } from "../rules/charge-at-least.ts";
import { type RatesRule, type RulesByKind, rulesByKind } from "../rules/rates-rule.ts";
import type { Stay } from "../stay/stay.ts";
import { nightPriceOf } from "./night-price.ts";
import { minimumStay, nightlyRate } from "./nightly-rates.ts";
import type { RateBook } from "./rate-book.ts";
import { mapNights } from "./rate-maps.ts";

/** Consecutive nights with equal figures (pricing.md §4), as amounts. */
export interface StaticRate extends StaticFigures {
  /** First and last night. */
  readonly start: number;
  readonly end: number;
}

/** Prices of 1, 7 and 30 nights, before discounts and after the static rules. */
export interface StaticFigures {
  readonly initialNightly: number;
  readonly initialWeekly: number;
  readonly initialMonthly: number;
  readonly finalNightly: number;
  readonly finalWeekly: number;
  readonly finalMonthly: number;
  readonly minimumStay: number;
}

/** Kinds that change prices or charged nights regardless of today and of bookings. */
const staticKinds: ReadonlySet<RatesRule["kind"]> = new Set<RatesRule["kind"]>([
  "weekend_night",
  "occupation_less_than",
  "additional_person_fixed_per_night",
  "stay_at_least",
  "stay_shorter_than",
  "strict_minimum_price_per_night",
  "charge_at_least",
  "charge_at_least_full_period",
]);

/**
 * A rental's static rates: the nights from `first` on in maximal runs of equal figures, without nights that have no rate.
 *
 * Not specified:
 * - weekly and monthly figures assume that all nights are alike: the night's price in a stay of 7 (or 30) nights, times 7 (or 30). Real
 *   sums would differ for every night before a season's end;
 * - where a rule charges more nights than the stay has, they count;
 * - `absolute_min_price` applies to initial figures too, because less is never charged;
 * - without `sleeps` the occupancy is 1; special offers, price increases and rounding are left to the quote.
 */
export function staticRates(book: RateBook, first: number, nights: number = mapNights): readonly StaticRate[] {
  return [...staticRatesByNight(book, first, nights)].filter((rate) => rate !== undefined);
}

/** The same night by night, so that callers can pause: undefined for a night that completes no run. */
export function* staticRatesByNight(
  book: RateBook,
  first: number,
  nights: number = mapNights,
): Generator<StaticRate | undefined> {
  const rules = rulesByKind(book.rules.filter((rule) => staticKinds.has(rule.kind)));
  const initialRules = rulesByKind(rules.weekend_night);
  let open: { start: number; end: number; figures: StaticFigures } | undefined;
  for (let night = first; night < first + nights; night++) {
    const rate = nightlyRate(book, night);
    const figures = rate === 0 ? undefined : figuresOf(book, rules, initialRules, night, rate);
    if (open && figures && areSame(open.figures, figures)) {
      open.end = night;
      yield undefined;
      continue;
    }
    yield open && { start: open.start, end: open.end, ...open.figures };
    open = figures && { start: night, end: night, figures };
  }
  if (open) yield { start: open.start, end: open.end, ...open.figures };
}

function figuresOf(
  book: RateBook,
  rules: RulesByKind,
  initialRules: RulesByKind,
  night: number,
  rate: number,
): StaticFigures {
  const price = (kinds: RulesByKind, length: number): number => {
    const stay: Stay = { arrival: night, departure: night + length, adults: book.sleeps || 1, children: 0 };
    const ofNight = nightPriceOf(book, kinds, stay, night, new Explanation())(night, rate);
    return amountOf(sumInMinorUnits(ofNight * nightsCharged(kinds, stay)), book.currency);
  };
  return {
    initialNightly: price(initialRules, 1),
    initialWeekly: price(initialRules, 7),
    initialMonthly: price(initialRules, 30),
    finalNightly: price(rules, 1),
    finalWeekly: price(rules, 7),
    finalMonthly: price(rules, 30),
    minimumStay: minimumStay(book, night),
  };
}

/** The number of charged nights, if all nights of the stay are like its first. */
function nightsCharged(rules: RulesByKind, stay: Stay): number {
  const until = chargedAtLeast(rules.charge_at_least, stay)?.until ?? stay.departure;
  const periods = rules.charge_at_least_full_period
    .flatMap((rule) => periodsOf(rule.applies))
    .filter((period) => covers(period, stay.arrival))
    .map(({ start, end }) => end - start + 1);
  return Math.max(until - stay.arrival, ...periods);
}

function areSame(some: StaticFigures, others: StaticFigures): boolean {
  return (
    some.initialNightly === others.initialNightly &&
    some.initialWeekly === others.initialWeekly &&
    some.initialMonthly === others.initialMonthly &&
    some.finalNightly === others.finalNightly &&
    some.finalWeekly === others.finalWeekly &&
    some.finalMonthly === others.finalMonthly &&
    some.minimumStay === others.minimumStay
  );
}
