import { exactBelow, nightPricePerAmount, scaled, scaledSmall, wholeFactor } from "../arithmetic.ts";
import type { NightWindow } from "../night-window.ts";
import { absoluteMinimum } from "../nightly-rates.ts";
import type { RateBook } from "../rate-book.ts";
import { additionalPersonsOnNights } from "../rules/additional-person-fixed-per-night.ts";
import { occupationLessThan } from "../rules/occupation-less-than.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import { strongestFactors, strongestFirst } from "../rules/rule.ts";
import { strictMinimumPricePerNight } from "../rules/strict-minimum-price-per-night.ts";
import { weekendNights } from "../rules/weekend-night.ts";
import type { Stay } from "../stay.ts";

/**
 * The prices of all nights of a window by step (c) of pricing.md §3, and their running sums.
 *
 * A night's price is rounded before it enters a sum, so sums of nights are exact, and the price of a stay is the difference of
 * two running sums. It depends on the night, on the guests, and on which rules for stay length and booking window match; the
 * running sums are made for each combination of those that occurs.
 *
 * They are doubles: integers are exact in them up to 2^53, which is 1096 nights of 820 million each. 32-bit integers would end
 * at 1096 nights of 195; BigInt64Array makes an object of each number that is read. Beyond 2^53 the nights are kept, and added
 * up one by one.
 */
export interface NightSums {
  /** The night at place 0. */
  readonly first: number;
  /** Place n: the sum of the n nights from the first on. */
  readonly sums: Float64Array;
  readonly total: number;
  /** The nights themselves, where their running sums are not exact. */
  readonly prices: Float64Array | undefined;
}

/** A number for each night of a window: prices in hundredths of the minor unit, or factors. */
export interface NightTable {
  readonly values: Float64Array;
  /** None of them is above this. It says whether products are small enough for `scaledSmall`. */
  readonly most: number;
}

export function nightTable(values: Float64Array): NightTable {
  let most = 0;
  for (let place = 0; place < values.length; place++) most = Math.max(most, values[place] ?? 0);
  return { values, most };
}

/** After weekend, occupation and additional persons: what depends neither on the length of the stay nor on when it is booked. */
export function pricesByOccupancy(
  book: RateBook,
  rules: RulesByKind,
  window: NightWindow,
  rates: Float64Array,
  guests: number,
): NightTable {
  const prices = rates.slice();
  weekendNights(rules.weekend_night, window, prices);
  const byOccupation = strongestFirst(occupationLessThan, rules.occupation_less_than, anyStay(window, guests), 0);
  if (byOccupation.length > 0) {
    const factors = nightTable(strongestFactors(byOccupation, window, wholeFactor));
    multiply(prices, nightTable(prices).most, factors, 0);
  }
  const perAmount = nightPricePerAmount(book.currency);
  additionalPersonsOnNights(rules.additional_person_fixed_per_night, guests, window, prices, perAmount);
  for (let place = 0; place < prices.length; place++) if (rates[place] === 0) prices[place] = 0;
  return nightTable(prices);
}

/** The least that each night costs: the strict minimum, or the absolute one. Nothing where there is no rate. */
export function floorPrices(
  book: RateBook,
  rules: RulesByKind,
  window: NightWindow,
  rates: Float64Array,
): Float64Array {
  const absolute = absoluteMinimum(book);
  const stay = anyStay(window, 1);
  const strictest = strongestFirst(strictMinimumPricePerNight, rules.strict_minimum_price_per_night, stay, 0);
  const factors = strongestFactors(strictest, window, 0);
  return rates.map((rate, place) => (rate === 0 ? 0 : Math.max(scaled(rate, factors[place] ?? 0), absolute)));
}

/**
 * Stay length, early and late booking and the floors, and what they add up to.
 * @param window of the prices, the factors (of the rules that match) and the floors
 * @param reach the part of it that is asked for
 */
export function nightSums(
  window: NightWindow,
  prices: NightTable,
  factors: readonly NightTable[],
  floors: Float64Array,
  reach: NightWindow,
): NightSums {
  const from = reach.first - window.first;
  const nights = prices.values.slice(from, reach.end - window.first);
  let { most } = prices;
  for (const table of factors) most = multiply(nights, most, table, from);
  const sums = new Float64Array(nights.length + 1);
  let sum = 0;
  for (let place = 0; place < nights.length; place++) {
    const price = nights[place] ?? 0;
    const floor = floors[from + place] ?? 0;
    if (price < floor) nights[place] = floor;
    sum += price < floor ? floor : price;
    sums[place + 1] = sum;
  }
  return { first: reach.first, sums, total: sum, prices: sum > Number.MAX_SAFE_INTEGER ? nights : undefined };
}

/** What the nights at the places `from` … `to` - 1 cost together. */
export function sumOf({ sums, prices }: NightSums, from: number, to: number): number {
  if (!prices) return (sums[to] ?? 0) - (sums[from] ?? 0);
  let sum = 0;
  for (let place = from; place < to; place++) sum += prices[place] ?? 0;
  return sum;
}

/**
 * Each price by its factor; the first price by the factor at place `from`. Whether all products are small is asked beforehand:
 * a loop without that question is much faster.
 * @param most none of the prices is above this
 * @returns what none is above then
 */
function multiply(prices: Float64Array, most: number, factors: NightTable, from: number): number {
  const { values } = factors;
  if (most * factors.most < exactBelow) {
    for (let place = 0; place < prices.length; place++) {
      prices[place] = scaledSmall(prices[place] ?? 0, values[from + place] ?? 0);
    }
  } else {
    for (let place = 0; place < prices.length; place++) {
      prices[place] = scaled(prices[place] ?? 0, values[from + place] ?? 0);
    }
  }
  return scaled(most, factors.most);
}

/** For kinds that look at the guests alone. */
function anyStay(window: NightWindow, guests: number): Stay {
  return { arrival: window.first, departure: window.first + 1, adults: guests, children: 0 };
}
