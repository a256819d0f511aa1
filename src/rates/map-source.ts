import { isObject } from "../kernel/values/structure.ts";
import { generatedNights, type NightlyTerms } from "./generated-nights.ts";
import { type NightMap, shown } from "./night-map.ts";

/** SQL: yesterday in UTC, the first night of every map. */
export const yesterday = "((now() at time zone 'UTC')::date - 1)";

const day = (date: string) => `(${date} - date '1970-01-01')`;

/** SQL: what the nightly rate map of a rental is served from, as one JSON text; `column` is what was written to it. */
export const nightlySource = (column: string) => `(
  select json_build_object(
    'first', ${day(yesterday)}, 'start', ${day("nightly_rate_maps.start_date")}, 'written', nightly_rate_maps.${column},
    'external', rentals.nightly_rates_managed_externally, 'base_rate', (rentals.base_rate * 100)::bigint,
    'weekly', rentals.base_rate_kind = 'weekly', 'currency', rentals.currency,
    'periods', (
      select json_agg(json_build_array(
        ${day("periods.start_date")}, ${day("periods.end_date")}, (seasons.ratio_percentage * 100)::bigint, seasons.minimum_stay
      ) order by periods.id)
      from periods join seasons on seasons.account_id = periods.account_id and seasons.id = periods.season_id
      where not rentals.nightly_rates_managed_externally and periods.account_id = rentals.account_id
        and periods.rates_table_id = rentals.rates_table_id and periods.archived_at is null and periods.end_date >= ${yesterday}
    )
  )
  from rentals where rentals.account_id = nightly_rate_maps.account_id and rentals.id = nightly_rate_maps.rental_id
)`;

/** SQL: what the mid-term rate map is served from, with what the calling application adds to its rates. */
export const midTermSource = `json_build_object(
  'first', ${day(yesterday)}, 'start', ${day("mid_term_rate_maps.start_date")}, 'written', mid_term_rate_maps.map,
  'increase', (
    select (accounts_applications.default_price_increase * 100)::bigint from accounts_applications
    where accounts_applications.account_id = mid_term_rate_maps.account_id and accounts_applications.application_id = :application
      and accounts_applications.uninstalled_at is null
  ),
  'overrides', (
    select json_agg(json_build_array(
      ${day("overrides.start_date")}, ${day("overrides.end_date")}, (overrides.price_increase * 100)::bigint
    ) order by overrides.id)
    from applications_periods_rentals as overrides
    where overrides.account_id = mid_term_rate_maps.account_id and overrides.rental_id = mid_term_rate_maps.rental_id
      and overrides.application_id = :application and overrides.deleted_at is null
  )
)`;

/**
 * The values of a nightly rate map, from yesterday on: what was written where the rental's nights are managed externally, else what base
 * rate and seasons make of them. Computed with every read, so that a map is never older than what it is made of.
 */
export function servedNights(text: string, which: "rates" | "minimumStays", otherwise: number): readonly number[] {
  const source = parsed(text);
  const first = needed(source.first);
  return source.external === true
    ? shown(writtenMap(source), first, otherwise)
    : generatedNights(termsOf(source), first)[which];
}

/** The values of a mid-term rate map from yesterday on; 0 where nothing was written. */
export function servedMidTerm(text: string): readonly number[] {
  const source = parsed(text);
  return shown(writtenMap(source), needed(source.first), 0);
}

/** By how many basis points the calling application raises the rate of each night, from yesterday on: its override, else its default. */
export function increases(text: string, nights: number): readonly number[] {
  const source = parsed(text);
  const first = needed(source.first);
  const percents = new Array<number>(nights).fill(optional(source.increase) ?? 0);
  for (const [start = 0, end = 0, increase = 0] of rows(source.overrides)) {
    if (end >= first) percents.fill(increase, Math.max(start - first, 0), end - first + 1);
  }
  return percents;
}

function termsOf(source: Record<string, unknown>): NightlyTerms {
  return {
    baseRate: optional(source.base_rate),
    weekly: source.weekly === true,
    currency: String(source.currency),
    periods: rows(source.periods).map(([start = 0, end = 0, ratio = 0, minimumStay = 1]) => ({
      start,
      end,
      ratio,
      minimumStay,
    })),
  };
}

function writtenMap(source: Record<string, unknown>): NightMap | undefined {
  const start = optional(source.start);
  return start === null || !Array.isArray(source.written) ? undefined : { start, values: source.written.map(needed) };
}

function parsed(text: string): Record<string, unknown> {
  const source: unknown = JSON.parse(text);
  if (!isObject(source)) throw new Error("A rate map was to be made of something that is no object.");
  return source;
}

function rows(list: unknown): number[][] {
  return Array.isArray(list) ? list.map((row: unknown) => (Array.isArray(row) ? row.map(needed) : [])) : [];
}

function optional(value: unknown): number | null {
  return value === null || value === undefined ? null : needed(value);
}

function needed(value: unknown): number {
  if (typeof value !== "number") throw new Error("A rate map was to be made of something that is no number.");
  return value;
}
