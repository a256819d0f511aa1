import { dayOfInstant, formatDay } from "../core/day.ts";
import { mapNights } from "../core/pricing/rate-maps.ts";
import type { Attribute } from "../kernel/attribute.ts";
import type { RecordId } from "../kernel/key.ts";
import type { Messages } from "../kernel/refusal.ts";
import type { Resource } from "../kernel/resource.ts";
import type { WriteContext } from "../kernel/write/context.ts";
import type { Draft } from "../kernel/write/draft.ts";
import { updateRecord } from "../kernel/write/store.ts";
import { midTermRateMap } from "./mid-term-rate-map.ts";
import { arrayText, minimumStays, type NightMap, nightlyRates, overlaid } from "./night-map.ts";
import { nightlyRateMap } from "./nightly-rate-map.ts";

/** Locks the rental of a map: slices that are pushed at the same moment are laid over each other one after the other. */
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
 * Writes a slice into the nightly rate map of a rental whose nights are managed externally (pricing.md §1). Rates and minimum stays each
 * replace the nights that they cover.
 * @throws Refusal 422 for any other rental: its map follows from base rate and seasons, and what is written would have no effect
 */
export async function writeNightlyRateMap(
  context: WriteContext,
  id: number,
  draft: Draft,
  messages: Messages,
): Promise<void> {
  const { rates_map, minimum_stays_map, start_date } = nightlyRateMap.attributes;
  const rental = await context.transaction.row<{ nightly_rates_managed_externally: boolean }>(
    "select nightly_rates_managed_externally from rentals where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (!rental?.nightly_rates_managed_externally) {
    messages.add(
      "base",
      "is made of base_rate and seasons: only a rental with nightly_rates_managed_externally takes a map",
    );
  }
  const rates = sliceOf(draft, "rates_map", rates_map, start_date, context, messages);
  const stays = sliceOf(draft, "minimum_stays_map", minimum_stays_map, start_date, context, messages);
  messages.refuse();
  if (!rates && !stays) return;
  const first = firstNight(context);
  const laid = (attribute: Attribute<readonly number[]>, slice: NightMap | undefined, otherwise: number) =>
    arrayText(
      overlaid(storedMap(draft, attribute, start_date), first, otherwise, slice ?? { start: first, values: [] }),
    );
  await updateRecord(context, id, draft, {
    start_date: formatDay(first),
    rates_map: laid(rates_map, rates, nightlyRates.otherwise),
    minimum_stays_map: laid(minimum_stays_map, stays, minimumStays.otherwise),
  });
}

/** Writes a slice into the mid-term rate map of a rental (pricing.md §7). */
export async function writeMidTermRateMap(
  context: WriteContext,
  id: string,
  draft: Draft,
  messages: Messages,
): Promise<void> {
  const { map, start_date } = midTermRateMap.attributes;
  const slice = sliceOf(draft, "map", map, start_date, context, messages);
  messages.refuse();
  if (!slice) return;
  const first = firstNight(context);
  const laid = overlaid(storedMap(draft, map, start_date), first, nightlyRates.otherwise, slice);
  await updateRecord(context, id, draft, { start_date: formatDay(first), map: arrayText(laid) });
}

/** Yesterday in UTC. */
function firstNight({ now }: WriteContext): number {
  return dayOfInstant(now) - 1;
}

/** The slice that a write pushes under a name, checked against the window: yesterday … today + 1094. */
function sliceOf(
  draft: Draft,
  name: string,
  attribute: Attribute<readonly number[]>,
  startDate: Attribute<number>,
  context: WriteContext,
  messages: Messages,
): NightMap | undefined {
  const values = draft.given(attribute);
  if (!values) return undefined;
  const start = draft.given(startDate);
  const first = firstNight(context);
  const last = first + mapNights - 1;
  if (typeof start !== "number") {
    if (!messages.has("start_date")) messages.add("start_date", "can't be blank");
    return undefined;
  }
  if (start < first || start > last) {
    if (!messages.has("start_date"))
      messages.add("start_date", `must be from ${formatDay(first)} (yesterday) to ${formatDay(last)}`);
    return undefined;
  }
  const end = start + values.length - 1;
  if (end > last) {
    messages.add(name, `runs to ${formatDay(end)}; the last night of the map is ${formatDay(last)}`);
    return undefined;
  }
  return { start, values };
}

function storedMap(
  draft: Draft,
  attribute: Attribute<readonly number[]>,
  startDate: Attribute<number>,
): NightMap | undefined {
  const start = draft.stored(startDate);
  const values = draft.stored(attribute);
  return typeof start === "number" && values ? { start, values } : undefined;
}
