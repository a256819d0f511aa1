import { amountOf, sumInMinorUnits } from "../arithmetic.ts";
import { minimumStays, type NightlyTerms, nightlyRates } from "./nightly-rates.ts";
import type { MidTermMap, NightlyMap } from "./rate-book.ts";

/** How many nights a map has: yesterday's and those of three years with a leap day. */
export const mapNights = 1096;

/**
 * The nightly rate map of a rental whose rates are not managed externally (pricing.md §1.2): from base rate and seasons,
 * starting yesterday (UTC). Rates are amounts, rounded half up to the minor unit: a seventh of a weekly rate is carried more
 * finely in a quote.
 *
 * Silent in the specification: `absolute_min_price` and `absolute_min_stay` are the rental's, and not in the map. They enter
 * with the price of a night and with the length of a stay.
 */
export function generatedNightlyMap(
  book: Omit<NightlyTerms, "nightlyMap" | "absoluteMinStay">,
  today: number,
): NightlyMap {
  const window = { first: today - 1, end: today - 1 + mapNights };
  const bySeasons = { ...book, nightlyMap: null, absoluteMinStay: null };
  return {
    start: window.first,
    rates: Array.from(nightlyRates(bySeasons, window), (rate) => amountOf(sumInMinorUnits(rate), book.currency)),
    minimumStays: Array.from(minimumStays(bySeasons, window)),
  };
}

/**
 * Why a pushed slice of a map cannot be written (pricing.md §1):
 * - `empty`: it has no night;
 * - `lengths_differ`: not as many minimum stays as rates;
 * - `starts_too_early`, `starts_too_late`: its `start_date` must be yesterday … today + 1094;
 * - `too_long`: it runs past night 1096, counted from yesterday. A full map of 1096 nights may, whatever its first night: clients know
 *   no other length (the registry), and what lies behind the last night of the map falls off (docs/design/maps-and-lengths.md).
 */
export type SliceProblem = "empty" | "lengths_differ" | "starts_too_early" | "starts_too_late" | "too_long";

export function sliceProblems(
  slice: MidTermMap & { readonly minimumStays?: ArrayLike<number> },
  today: number,
): readonly SliceProblem[] {
  const problems: SliceProblem[] = [];
  const { start, rates, minimumStays: stays } = slice;
  if (rates.length === 0) problems.push("empty");
  if (stays && stays.length !== rates.length) problems.push("lengths_differ");
  if (start < today - 1) problems.push("starts_too_early");
  else if (start > today + mapNights - 2) problems.push("starts_too_late");
  else if (rates.length !== mapNights && start + rates.length > today - 1 + mapNights) problems.push("too_long");
  return problems;
}

/**
 * The map after a slice is written into it: the slice replaces the nights it covers, the rest stays. The new map starts
 * yesterday and has 1096 nights; what has passed falls off in front, and what was never written has no rate and a minimum stay
 * of 1.
 * @param map what was written before; null: nothing
 * @param slice without `sliceProblems`
 */
export function withNightlySlice(map: NightlyMap | null, slice: NightlyMap, today: number): NightlyMap {
  const start = today - 1;
  return {
    start,
    rates: overwritten(map && written(map, map.rates), written(slice, slice.rates), start, 0),
    minimumStays: overwritten(map && written(map, map.minimumStays), written(slice, slice.minimumStays), start, 1),
  };
}

export function withMidTermSlice(map: MidTermMap | null, slice: MidTermMap, today: number): MidTermMap {
  const start = today - 1;
  return { start, rates: overwritten(map && written(map, map.rates), written(slice, slice.rates), start, 0) };
}

/** A map as it is served: 1096 nights from yesterday on, whenever it was written. */
export function nightlyMapFrom(map: NightlyMap | null, today: number): NightlyMap {
  return withNightlySlice(map, { start: today - 1, rates: [], minimumStays: [] }, today);
}

export function midTermMapFrom(map: MidTermMap | null, today: number): MidTermMap {
  return withMidTermSlice(map, { start: today - 1, rates: [] }, today);
}

/** One value a night, from a first night on. */
interface Written {
  readonly start: number;
  readonly values: ArrayLike<number>;
}

const written = ({ start }: { readonly start: number }, values: ArrayLike<number>): Written => ({ start, values });

/** The values of the nights from `start` on: the slice's, else the old ones, else `unwritten`. */
function overwritten(old: Written | null, slice: Written, start: number, unwritten: number): readonly number[] {
  return Array.from({ length: mapNights }, (_, index) => {
    const night = start + index;
    return slice.values[night - slice.start] ?? old?.values[night - old.start] ?? unwritten;
  });
}
