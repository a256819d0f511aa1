import { amountOf, sumInMinorUnits } from "../arithmetic.ts";
import { minimumStays, type NightlyTerms, nightlyRates } from "./nightly-rates.ts";
import type { MidTermMap, NightlyMap } from "./rate-book.ts";

/** The number of nights in a map: yesterday and three years with a leap day. */
export const mapNights = 1096;

/**
 * The nightly rate map of a rental without externally managed rates (pricing.md §1.2): from base rate and seasons, starting yesterday
 * (UTC). Rates are rounded half up to the minor unit; quotes carry a seventh of a weekly rate more precisely.
 *
 * Not specified: `absolute_min_price` and `absolute_min_stay` belong to the rental and are not in the map.
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
 * The reason why a map slice cannot be written (pricing.md §1):
 * - `empty`: it has no nights;
 * - `lengths_differ`: rates and minimum stays differ in number;
 * - `starts_too_early`, `starts_too_late`: `start_date` must be yesterday … today + 1094;
 * - `too_long`: it extends beyond the map. A full map of 1096 nights may start on any of these days, because clients know no other length;
 *   nights beyond the map are dropped (docs/design/maps-and-lengths.md).
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
 * Writes a slice into a map. The result starts yesterday and has 1096 nights; past nights are dropped, and unwritten ones have no rate
 * and a minimum stay of 1.
 * @param map the previous map; null for none
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

/** A map as it is served: 1096 nights from yesterday on. */
export function nightlyMapFrom(map: NightlyMap | null, today: number): NightlyMap {
  return withNightlySlice(map, { start: today - 1, rates: [], minimumStays: [] }, today);
}

export function midTermMapFrom(map: MidTermMap | null, today: number): MidTermMap {
  return withMidTermSlice(map, { start: today - 1, rates: [] }, today);
}

/** One value per night, from a first night on. */
interface Written {
  readonly start: number;
  readonly values: ArrayLike<number>;
}

const written = ({ start }: { readonly start: number }, values: ArrayLike<number>): Written => ({ start, values });

/** The nights' values from `start` on: the slice's, else the old ones, else `unwritten`. */
function overwritten(old: Written | null, slice: Written, start: number, unwritten: number): readonly number[] {
  return Array.from({ length: mapNights }, (_, index) => {
    const night = start + index;
    return slice.values[night - slice.start] ?? old?.values[night - old.start] ?? unwritten;
  });
}
