import { covers } from "../applicability.ts";
import { fraction, nightPricePerAmount, scaled } from "../arithmetic.ts";
import type { NightWindow } from "../stay/night-window.ts";
import type { RateBook, Season } from "./rate-book.ts";

/** The part of a rate book that the nights' rates and minimum stays are made of: enough for a map, where nothing is quoted. */
export type NightlyTerms = Pick<
  RateBook,
  "currency" | "baseRate" | "baseRateKind" | "seasons" | "nightlyMap" | "absoluteMinStay"
>;

/**
 * The rate of each night before any rule (pricing.md §1), in hundredths of the minor unit; 0 means that the night has none, and
 * a stay that touches it cannot be priced.
 *
 * 1. Managed externally: the written map, and nothing outside of it.
 * 2. Otherwise the base rate (of a week: a seventh, rounded half up), times the ratio of the season whose period covers the
 *    night, rounded half up again. A night that no period covers costs the base rate, however far ahead it lies.
 */
export function nightlyRate(book: NightlyTerms, night: number): number {
  const { nightlyMap } = book;
  if (nightlyMap) return (nightlyMap.rates[night - nightlyMap.start] ?? 0) * nightPricePerAmount(book.currency);
  const rate = perNight(book, book.baseRate);
  const season = seasonOf(book, night);
  return season ? scaled(rate, season.ratio) : rate;
}

/** The same for every night of a window at once. */
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
  return rates;
}

/**
 * The shortest stay that may begin with a night: that of the map, or of the season that covers it, and never less than the
 * rental's `absolute_min_stay` or 1 (pricing.md §1.4).
 */
export function minimumStay(book: NightlyTerms, night: number): number {
  const { nightlyMap } = book;
  const written = nightlyMap ? nightlyMap.minimumStays[night - nightlyMap.start] : seasonOf(book, night)?.minimumStay;
  return Math.max(1, book.absoluteMinStay ?? 1, written ?? 1);
}

/** The same for every night of a window at once. */
export function minimumStays(book: NightlyTerms, window: NightWindow): Int32Array {
  const stays = new Int32Array(window.end - window.first);
  const least = Math.max(1, book.absoluteMinStay ?? 1);
  const { nightlyMap } = book;
  if (nightlyMap) {
    const shift = window.first - nightlyMap.start;
    return stays.map((_, index) => Math.max(least, nightlyMap.minimumStays[index + shift] ?? 1));
  }
  paintSeasons(book, window, stays.fill(least), (season) => Math.max(least, season.minimumStay));
  return stays;
}

/** What a night costs without a season, in hundredths of the minor unit. */
export function baseRatePerNight(book: RateBook): number {
  return perNight(book, book.baseRate);
}

/** `absolute_min_price` of one night, in hundredths of the minor unit (pricing.md §1.3). */
export function absoluteMinimum(book: RateBook): number {
  return perNight(book, book.absoluteMinPrice);
}

/** An amount for a night, or for a week as `base_rate_kind` says, as the price of one night. */
function perNight(book: Pick<RateBook, "currency" | "baseRateKind">, amount: number | null): number {
  const price = (amount ?? 0) * nightPricePerAmount(book.currency);
  return book.baseRateKind === "weekly" ? fraction(price, 1, 7) : price;
}

/** The season that covers a night, the first in the book where several do. */
export function seasonOf(book: Pick<NightlyTerms, "seasons">, night: number): Season | undefined {
  for (const season of book.seasons) {
    for (const period of season.periods) if (covers(period, night)) return season;
  }
  return undefined;
}

/**
 * Fills the nights of each season's periods. Later ones first, so that of overlapping periods the first in the book counts, as
 * above.
 */
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
