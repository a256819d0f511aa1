import { exactBelow, nightPricePerAmount, scaled, scaledSmall, wholeFactor } from "../arithmetic.ts";
import { absoluteMinimum } from "../rates/nightly-rates.ts";
import type { RateBook } from "../rates/rate-book.ts";
import { additionalPersonsOnNights } from "../rules/additional-person-fixed-per-night.ts";
import { occupationLessThan } from "../rules/occupation-less-than.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import { factorOf, type PercentageRule, strongestFactors, strongestFirst } from "../rules/rule.ts";
import { strictMinimumPricePerNight } from "../rules/strict-minimum-price-per-night.ts";
import { weekendNights } from "../rules/weekend-night.ts";
import type { Span } from "../stay/night-window.ts";
import type { Stay } from "../stay/stay.ts";
import type { NightKinds } from "./night-kinds.ts";
import type { Occupancies } from "./occupancies.ts";

/** A value per kind of night: prices in hundredths of the minor unit, or factors. */
export interface NightTable {
  readonly values: Float64Array;
  /** An upper bound of the values, which decides whether `scaledSmall` is exact. */
  readonly max: number;
}

function nightTable(values: Float64Array): NightTable {
  let max = 0;
  for (let index = 0; index < values.length; index++) max = Math.max(max, values[index] ?? 0);
  return { values, max };
}

/** The factors of matching rules, which are sorted from the strongest. */
export function factorTable(rules: readonly PercentageRule[], { firsts }: NightKinds): NightTable {
  const values = strongestFactors(rules, firsts, wholeFactor);
  return { values, max: Math.max(wholeFactor, ...rules.map(factorOf)) };
}

/**
 * Prices after weekend, occupation and additional persons, which depend neither on the stay's length nor on the booking date: one table per
 * group of occupancies.
 */
export function pricesByOccupancy(
  book: RateBook,
  rules: RulesByKind,
  kinds: NightKinds,
  groups: readonly Occupancies[],
): readonly NightTable[] {
  const { firsts, rates } = kinds;
  const afterWeekend = rates.slice();
  weekendNights(rules.weekend_night, firsts, afterWeekend);
  const { max } = nightTable(afterWeekend);
  const all = { from: 0, to: rates.length };
  const perAmount = nightPricePerAmount(book.currency);
  return groups.map(({ min: guests }) => {
    const prices = afterWeekend.slice();
    const byOccupation = strongestFirst(occupationLessThan, rules.occupation_less_than, anyStay(guests), 0);
    if (byOccupation.length > 0) multiply(prices, max, factorTable(byOccupation, kinds), all);
    additionalPersonsOnNights(rules.additional_person_fixed_per_night, guests, firsts, prices, perAmount);
    for (let index = 0; index < prices.length; index++) if (rates[index] === 0) prices[index] = 0;
    return nightTable(prices);
  });
}

/** The minimum price of each kind of night: the strict or the absolute minimum. 0 without a rate. */
export function floorPrices(book: RateBook, rules: RulesByKind, { firsts, rates }: NightKinds): Float64Array {
  const absolute = absoluteMinimum(book);
  const strictest = strongestFirst(strictMinimumPricePerNight, rules.strict_minimum_price_per_night, anyStay(1), 0);
  const factors = strongestFactors(strictest, firsts, 0);
  const floors = new Float64Array(rates.length);
  for (let index = 0; index < floors.length; index++) {
    const rate = rates[index] ?? 0;
    if (rate > 0) floors[index] = Math.max(scaled(rate, factors[index] ?? 0), absolute);
  }
  return floors;
}

/**
 * Multiplies each price of a span by its factor. The check for small products is outside the loop, which is much faster.
 * @param max an upper bound of the prices
 * @returns an upper bound of the results
 */
export function multiply(prices: Float64Array, max: number, factors: NightTable, { from, to }: Span): number {
  const { values } = factors;
  if (max * factors.max < exactBelow) {
    for (let index = from; index < to; index++) {
      prices[index] = scaledSmall(prices[index] ?? 0, values[index] ?? 0);
    }
  } else {
    for (let index = from; index < to; index++) {
      prices[index] = scaled(prices[index] ?? 0, values[index] ?? 0);
    }
  }
  return scaled(max, factors.max);
}

/** For kinds that depend only on the guests. */
function anyStay(guests: number): Stay {
  return { arrival: 0, departure: 1, adults: guests, children: 0 };
}
