import { withPriceIncrease } from "../../../../core/pricing/rates/mid-term.ts";
import { type NightlyTerms, nightlyRates } from "../../../../core/pricing/rates/nightly-rates.ts";
import type { MidTermMap, PriceIncrease } from "../../../../core/pricing/rates/rate-book.ts";
import { generatedNightlyMap, midTermMapFrom, nightlyMapFrom } from "../../../../core/pricing/rates/rate-maps.ts";
import type { NightWindow } from "../../../../core/pricing/stay/night-window.ts";
import { epochDay, numberIn, numberOrNullIn, objectIn, rowsIn } from "../../../../kernel/values/built-json.ts";
import { overridesIn, overridesSource } from "../override-source.ts";

/** SQL: yesterday in UTC, the first night of every map. */
export const yesterday = "((now() at time zone 'UTC')::date - 1)";

/** SQL: the source of a rental's nightly rate map as JSON; `column` holds the written values. */
export const nightlySource = (column: string) => `(
  select json_build_object(
    'first', ${epochDay(yesterday)}, 'start', ${epochDay("nightly_rate_maps.start_date")}, 'written', nightly_rate_maps.${column},
    'external', rentals.nightly_rates_managed_externally, 'base_rate', (rentals.base_rate * 100)::bigint,
    'weekly', rentals.base_rate_kind = 'weekly', 'currency', rentals.currency,
    'periods', (
      select json_agg(json_build_array(
        ${epochDay("periods.start_date")}, ${epochDay("periods.end_date")}, (seasons.ratio_percentage * 100)::bigint, seasons.minimum_stay
      ) order by periods.id)
      from periods join seasons on seasons.account_id = periods.account_id and seasons.account_id = :account_of(periods) and seasons.id = periods.season_id
      where not rentals.nightly_rates_managed_externally and periods.account_id = rentals.account_id and periods.account_id = :account_of(rentals)
        and periods.rates_table_id = rentals.rates_table_id and periods.archived_at is null and periods.end_date >= ${yesterday}
    ), 'overrides', case when not rentals.nightly_rates_managed_externally then ${overridesSource("rentals", yesterday)} end
  )
  from rentals where rentals.account_id = nightly_rate_maps.account_id and rentals.account_id = :account_of(nightly_rate_maps) and rentals.id = nightly_rate_maps.rental_id
)`;

/** SQL: the source of a mid-term rate map, with the calling application's price increase. */
export const midTermSource = `json_build_object(
  'first', ${epochDay(yesterday)}, 'start', ${epochDay("mid_term_rate_maps.start_date")}, 'written', mid_term_rate_maps.map,
  'increase', (
    select (accounts_applications.default_price_increase * 100)::bigint from accounts_applications
    where accounts_applications.account_id = mid_term_rate_maps.account_id and accounts_applications.account_id = :account_of(mid_term_rate_maps) and accounts_applications.application_id = :application
      and accounts_applications.uninstalled_at is null
  ),
  'overrides', (
    select json_agg(json_build_array(
      overrides.id, ${epochDay("overrides.start_date")}, ${epochDay("overrides.end_date")}, (overrides.price_increase * 100)::bigint
    ) order by overrides.id)
    from applications_periods_rentals as overrides
    where overrides.account_id = mid_term_rate_maps.account_id and overrides.account_id = :account_of(mid_term_rate_maps) and overrides.rental_id = mid_term_rate_maps.rental_id
      and overrides.application_id = :application and overrides.deleted_at is null
  )
)`;

/**
 * The values of a nightly rate map from yesterday on: the written values if the nights are managed externally, else the values from
 * base rate and seasons. Computed on every read, so a map is never stale.
 */
export function servedNights(text: string, which: "rates" | "minimumStays"): ArrayLike<number> {
  const source = objectIn(text);
  const today = numberIn(source.first) + 1;
  if (source.external !== true) return generatedNightlyMap(termsOf(source), today)[which];
  const { start, values } = written(source);
  return nightlyMapFrom({ start, rates: [], minimumStays: [], [which]: values }, today)[which];
}

/** The values of a mid-term rate map from yesterday on; 0 for nights that were not written. */
export function servedMidTerm(text: string): ArrayLike<number> {
  return midTermMapOf(objectIn(text)).rates;
}

/** The same with the calling application's price increase: its override for the night, else its default. */
export function midTermWithIncrease(text: string): readonly number[] {
  const source = objectIn(text);
  return withPriceIncrease(midTermMapOf(source), increaseOf(source));
}

/** The rate of each night in a window (0: none), from the source of `rates_map`. */
export function ratesWithin(text: string, window: NightWindow): ArrayLike<number> {
  const source = objectIn(text);
  const { start, values } = written(source);
  const nightlyMap = source.external === true ? { start, rates: values, minimumStays: [] } : null;
  return nightlyRates({ ...termsOf(source), nightlyMap, absoluteMinStay: null }, window);
}

function termsOf(source: Record<string, unknown>): Omit<NightlyTerms, "nightlyMap" | "absoluteMinStay"> {
  return {
    baseRate: numberOrNullIn(source.base_rate),
    baseRateKind: source.weekly === true ? "weekly" : "nightly",
    currency: String(source.currency),
    // One season per period: grouping does not matter for a night.
    seasons: rows(source.periods).map(([start = 0, end = 0, ratio = 0, minimumStay = 1], id) => ({
      id,
      ratio,
      minimumStay,
      periods: [{ start, end }],
    })),
    overrides: overridesIn(source.overrides),
  };
}

function midTermMapOf(source: Record<string, unknown>): MidTermMap {
  const { start, values } = written(source);
  return midTermMapFrom({ start, rates: values }, numberIn(source.first) + 1);
}

function increaseOf(source: Record<string, unknown>): PriceIncrease {
  return {
    standard: numberOrNullIn(source.increase) ?? 0,
    overrides: rows(source.overrides).map(([id = 0, start = 0, end = 0, increase = 0]) => ({
      id,
      start,
      end,
      increase,
    })),
  };
}

/** The written values from the night `start`; empty if nothing was written. */
function written(source: Record<string, unknown>): { readonly start: number; readonly values: readonly number[] } {
  const start = numberOrNullIn(source.start);
  return start === null || !Array.isArray(source.written)
    ? { start: 0, values: [] }
    : { start, values: source.written.map(numberIn) };
}

function rows(list: unknown): number[][] {
  return rowsIn(list).map((row) => row.map(numberIn));
}
