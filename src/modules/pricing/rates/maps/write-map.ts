import { isDeepStrictEqual } from "node:util";
import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import type { MidTermMap, NightlyMap } from "../../../../core/pricing/rates/rate-book.ts";
import {
  mapNights,
  midTermMapFrom,
  nightlyMapFrom,
  sliceProblems,
  withMidTermSlice,
  withNightlySlice,
} from "../../../../core/pricing/rates/rate-maps.ts";
import type { Attribute } from "../../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import { withAccount } from "../../../../kernel/read/parameters.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { updateRecord } from "../../../../kernel/write/store.ts";
import { nightlySource, servedNights } from "./map-source.ts";
import { midTermRateMap } from "./mid-term-rate-map.ts";
import { arrayText } from "./night-map.ts";
import { nightlyRateMap } from "./nightly-rate-map.ts";

/** Locks a map's rental, so that concurrent slices are merged one after the other. */
export function lockRentalOfMap(map: Resource) {
  return async ({ transaction, account }: WriteContext, id: RecordId): Promise<void> => {
    await transaction.run(
      `select from rentals where account_id = $1 and id = (
         select rental_id from ${map.table} where account_id = $1 and id = $2
       ) for no key update`,
      [account.id, id],
    );
  };
}

/**
 * Writes a slice into the nightly rate map of a rental with externally managed nights (pricing.md §1). Rates and minimum stays each
 * replace the nights that they cover.
 * @throws RequestError 422 for other rentals: their maps come from base rate and seasons, so a write would have no effect
 */
export async function writeNightlyRateMap(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { rates_map, minimum_stays_map, start_date } = nightlyRateMap.attributes;
  const rental = await context.transaction.row<{ nightly_rates_managed_externally: boolean }>(
    "select nightly_rates_managed_externally from rentals where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  const isWrite = [rates_map, minimum_stays_map, start_date].some((attribute) => draft.sets(attribute));
  const isExternal = rental?.nightly_rates_managed_externally ?? false;
  const startDate = start_date;
  const rates = sliceOf(draft, { name: "rates_map", attribute: rates_map, startDate }, context, errors);
  const stays = sliceOf(draft, { name: "minimum_stays_map", attribute: minimum_stays_map, startDate }, context, errors);
  const start = rates?.start ?? stays?.start;
  const today = dayOfInstant(context.now);
  const served = isExternal ? nightlyMapFrom(storedNightly(draft), today) : await generatedMap(context, id, today);
  const slice = start !== undefined && { start, rates: rates?.rates ?? [], minimumStays: stays?.rates ?? [] };
  const map = slice ? withNightlySlice(served, slice, today) : undefined;
  // Clients may send back an unchanged map.
  const isEcho = isDeepStrictEqual(map, served);
  if (isWrite && !isExternal && !isEcho) {
    errors.add(
      "base",
      "comes from base_rate and seasons. Set nightly_rates_managed_externally on the rental to write a map",
    );
  }
  errors.throwIfAny();
  if (map === undefined || isEcho) return;
  await updateRecord(context, id, draft, {
    start_date: formatDay(map.start),
    rates_map: arrayText(map.rates),
    minimum_stays_map: arrayText(map.minimumStays),
  });
}

/** Writes a slice into the mid-term rate map of a rental (pricing.md §7). */
export async function writeMidTermRateMap(
  context: WriteContext,
  id: string,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { map, start_date } = midTermRateMap.attributes;
  const slice = sliceOf(draft, { name: "map", attribute: map, startDate: start_date }, context, errors);
  errors.throwIfAny();
  if (!slice) return;
  const start = draft.stored(start_date);
  const stored = typeof start === "number" ? { start, rates: draft.stored(map) ?? [] } : null;
  const today = dayOfInstant(context.now);
  const merged = withMidTermSlice(stored, slice, today);
  if (isDeepStrictEqual(merged, midTermMapFrom(stored, today))) return;
  await updateRecord(context, id, draft, { start_date: formatDay(merged.start), map: arrayText(merged.rates) });
}

/** An attribute with one value per night, and the attribute with its first night. */
interface PushedValues {
  readonly name: string;
  readonly attribute: Attribute<readonly number[]>;
  readonly startDate: Attribute<number>;
}

/**
 * The slice in an attribute (minimum stays too as `rates`), checked against the window yesterday … today + 1094.
 * A full map loses the nights outside the window. The value type guarantees at least one night.
 */
function sliceOf(
  draft: Draft,
  { name, attribute, startDate }: PushedValues,
  context: WriteContext,
  errors: ValidationErrors,
): MidTermMap | undefined {
  const rates = draft.input(attribute);
  if (rates === null) errors.add(name, "can't be blank");
  if (!rates) return undefined;
  const start = draft.input(startDate);
  if (typeof start !== "number") {
    if (!errors.has("start_date")) errors.add("start_date", "can't be blank");
    return undefined;
  }
  const today = dayOfInstant(context.now);
  const [first, last] = [today - 1, today - 2 + mapNights];
  const problems = sliceProblems({ start, rates }, today);
  if (problems.length === 0) return { start, rates };
  if (problems.includes("too_long")) {
    const end = start + rates.length - 1;
    errors.add(name, `ends on ${formatDay(end)}, after the last night of the map, ${formatDay(last)}`);
  } else if (!errors.has("start_date")) {
    errors.add("start_date", `must be from ${formatDay(first)} (yesterday) to ${formatDay(last)}`);
  }
  return undefined;
}

/** The map from base rate and seasons. */
async function generatedMap({ transaction, account }: WriteContext, id: number, today: number): Promise<NightlyMap> {
  const row = await transaction.row<{ source: string }>(
    `select ${withAccount(nightlySource("rates_map"), "$1")}::text as source from nightly_rate_maps where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Nightly rate map ${id} disappeared while locked.`);
  const [rates, minimumStays] = (["rates", "minimumStays"] as const).map((which) => servedNights(row.source, which));
  return { start: today - 1, rates: Array.from(rates ?? []), minimumStays: Array.from(minimumStays ?? []) };
}

function storedNightly(draft: Draft): NightlyMap | null {
  const { rates_map, minimum_stays_map, start_date } = nightlyRateMap.attributes;
  const start = draft.stored(start_date);
  return typeof start === "number"
    ? { start, rates: draft.stored(rates_map) ?? [], minimumStays: draft.stored(minimum_stays_map) ?? [] }
    : null;
}
