import { covers } from "../applicability.ts";
import { fraction, nightPricePerAmount, scaled } from "../arithmetic.ts";
import type { NightWindow } from "../stay/night-window.ts";
import { overriddenRate, overriddenStay, overrideRates, overrideStays } from "./overrides.ts";
import type { RateBook, Season } from "./rate-book.ts";

/** The part of a rate book that determines nightly rates and minimum stays; sufficient for maps. */
export type NightlyTerms = Pick<
  RateBook,
  "currency" | "baseRate" | "baseRateKind" | "seasons" | "overrides" | "nightlyMap" | "absoluteMinStay"
>;

/**
 * A night's rate before any rule (pricing.md §1), in hundredths of the minor unit. 0 means no rate: a stay with that night has no price.
 *
 * 1. Externally managed: only the written map counts.
 * 2. Otherwise the base rate (a seventh of a weekly one, rounded half up) times the ratio of the night's season, rounded half up again.
 *    Nights without a season cost the base rate. Overrides lie on top, each one on the older ones.
 */
export function nightlyRate(book: NightlyTerms, night: number): number {
  const { nightlyMap } = book;
  if (nightlyMap) return (nightlyMap.rates[night - nightlyMap.start] ?? 0) * nightPricePerAmount(book.currency);
  const rate = perNight(book, book.baseRate);
  const season = seasonOf(book, night);
  return overriddenRate(book, night, season ? scaled(rate, season.ratio) : rate);
}

/** The rates of all nights of a window. */
export function nightlyRates(book: NightlyTerms, window: NightWindow): Float64Array {
  const rates = new Float64Array(window.end - window.first);
  const { nightlyMap } = book;
  if (nightlyMap) {
    const factor = nightPricePerAmount(book.currency);
    const shift = window.first - nightlyMap.start;
    for (let index = 0; index < rates.length; index++) rates[index] = (nightlyMap.rates[index + shift] ?? 0) * factor;
    return rates;
  }
  const rate = perNight(book, book.baseRate);
  paintSeasons(book, window, rates.fill(rate), (season) => scaled(rate, season.ratio));
  overrideRates(book, window, rates);
  return rates;
}

/** The minimum stay for an arrival: from the map, or from its override or season, and at least `absolute_min_stay` and 1 (pricing.md §1.4). */
export function minimumStay(book: NightlyTerms, night: number): number {
  const { nightlyMap } = book;
  const written = nightlyMap
    ? nightlyMap.minimumStays[night - nightlyMap.start]
    : (overriddenStay(book.overrides, night) ?? seasonOf(book, night)?.minimumStay);
  return Math.max(1, book.absoluteMinStay ?? 1, written ?? 1);
}

/** The minimum stays of all nights of a window. */
export function minimumStays(book: NightlyTerms, window: NightWindow): Int32Array {
  const stays = new Int32Array(window.end - window.first);
  const minimum = Math.max(1, book.absoluteMinStay ?? 1);
  const { nightlyMap } = book;
  if (nightlyMap) {
    const shift = window.first - nightlyMap.start;
    return stays.map((_, index) => Math.max(minimum, nightlyMap.minimumStays[index + shift] ?? 1));
  }
  paintSeasons(book, window, stays.fill(minimum), (season) => season.minimumStay);
  overrideStays(book.overrides, window, stays);
  return stays.map((stay) => Math.max(minimum, stay));
}

/** Whether the rental itself has rates for single nights. Otherwise its table and base rate determine all nights. */
export const isRatedByNight = ({ nightlyMap, overrides }: Pick<NightlyTerms, "nightlyMap" | "overrides">): boolean =>
  nightlyMap !== null || overrides.length > 0;

/** A night's price without a season, in hundredths of the minor unit. */
export function baseRatePerNight(book: RateBook): number {
  return perNight(book, book.baseRate);
}

/** `absolute_min_price` per night, in hundredths of the minor unit (pricing.md §1.3). */
export function absoluteMinimum(book: RateBook): number {
  return perNight(book, book.absoluteMinPrice);
}

/** A nightly or weekly amount (`base_rate_kind`) as the price of one night. */
function perNight(book: Pick<RateBook, "currency" | "baseRateKind">, amount: number | null): number {
  const price = (amount ?? 0) * nightPricePerAmount(book.currency);
  return book.baseRateKind === "weekly" ? fraction(price, 1, 7) : price;
}

/** A night's season, the first in the book if several match. */
export function seasonOf(book: Pick<NightlyTerms, "seasons">, night: number): Season | undefined {
  for (const season of book.seasons) {
    for (const period of season.periods) if (covers(period, night)) return season;
  }
  return undefined;
}

/** Fills the nights of each season's periods, last season first, so that the first season in the book wins. */
function paintSeasons(
  book: NightlyTerms,
  window: NightWindow,
  table: Float64Array | Int32Array,
  of: (season: Season) => number,
): void {
  for (const season of book.seasons.toReversed()) {
    const value = of(season);
    for (const { start, end } of season.periods) {
      if (end >= window.first) table.fill(value, Math.max(start - window.first, 0), end + 1 - window.first);
    }
  }
}
