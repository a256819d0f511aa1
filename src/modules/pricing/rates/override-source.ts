import type { NightOverride } from "../../../core/pricing/rates/overrides.ts";
import { epochDay, numberIn, numberOrNullIn } from "../../../kernel/values/built-json.ts";
import { isObject } from "../../../kernel/values/structure.ts";

/**
 * SQL: the overrides of a rental as JSON, oldest first; null without any.
 * @param rental a row with the rental's `account_id` and `id`
 * @param since SQL: the first relevant day
 */
export const overridesSource = (rental: string, since: string) => `(
  select json_agg(json_build_object(
    'id', rate_overrides.id, 'start', ${epochDay("rate_overrides.start_date")}, 'end', ${epochDay("rate_overrides.end_date")},
    'days', rate_overrides.days, 'rate', (rate_overrides.rate * 100)::bigint, 'percentage', (rate_overrides.percentage * 100)::bigint,
    'minimum_stay', rate_overrides.minimum_stay,
    'arrival', rate_overrides.closed_to_arrival, 'departure', rate_overrides.closed_to_departure
  ) order by rate_overrides.id)
  from rate_overrides
  where rate_overrides.account_id = ${rental}.account_id and rate_overrides.account_id = :account_of(${rental})
    and rate_overrides.rental_id = ${rental}.id and rate_overrides.deleted_at is null and rate_overrides.end_date >= ${since}
)`;

/** Parses the JSON of `overridesSource`. */
export const overridesIn = (json: unknown): NightOverride[] => (Array.isArray(json) ? json.map(overrideIn) : []);

function overrideIn(json: unknown): NightOverride {
  if (!isObject(json)) throw new Error("An override in JSON is not an object.");
  return {
    id: numberIn(json.id),
    start: numberIn(json.start),
    end: numberIn(json.end),
    days: Array.isArray(json.days) ? json.days.map(numberIn) : null,
    rate: numberOrNullIn(json.rate),
    percentage: numberOrNullIn(json.percentage),
    minimumStay: numberOrNullIn(json.minimum_stay),
    closedToArrival: flagIn(json.arrival),
    closedToDeparture: flagIn(json.departure),
  };
}

const flagIn = (json: unknown): boolean | null => (typeof json === "boolean" ? json : null);
