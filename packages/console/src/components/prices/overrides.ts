import type { Client } from "@roost/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf } from "../days.ts";
import { changedRate } from "./changed-rate.ts";
import { closingAttributes } from "./closings.ts";
import { everyDay, type Marking, markedNights, type NightsChange } from "./marking.ts";
import type { RateMap, RateOverride } from "./rate-map.ts";

/** A new override, as the API takes it. */
export type OverrideDraft = Omit<RateOverride, "id" | "links" | "created_at" | "updated_at">;

export const overridesQuery = (client: Client, account: number, rental: number) =>
  queryOptions({
    queryKey: [account, "rate_overrides", rental],
    queryFn: async ({ signal }): Promise<readonly RateOverride[]> => {
      const params = { path: { rental_id: [rental] }, query: { include: ["rate_overrides"] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      return data.rentals[0]?.rate_overrides ?? [];
    },
  });

/** A rental's current and coming overrides, newest first. @param from an epoch day */
export function useOverrides(rental: number, from: number) {
  const { client, account } = useSession();
  return useQuery({
    ...overridesQuery(client, account.id, rental),
    select: (overrides) =>
      overrides.filter(({ end_date }) => end_date >= textOf(from)).sort((one, other) => other.id - one.id),
  });
}

/** An override's attributes, to recreate it. */
export const draftOfOverride = ({ id, links, created_at, updated_at, ...draft }: RateOverride): OverrideDraft => draft;

/** The override that only closes or opens the marked days; none if they keep as they are. */
export function closingOverrides(map: RateMap, marking: Marking, change: NightsChange): OverrideDraft[] {
  const isKept = Object.values(change.closings).every((choice) => choice === "keep");
  const kept: NightsChange = { ...change, price: { how: "keep", by: 0 }, minimumStay: undefined };
  return isKept ? [] : overridesFor(map, marking, kept, 0);
}

/** The overrides that change the marked nights of a rental. */
export function overridesFor(
  map: RateMap,
  marking: Marking,
  { price, minimumStay, closings }: NightsChange,
  digits: number,
): OverrideDraft[] {
  const days = marking.weekdays.length === everyDay.length ? null : [...marking.weekdays];
  const kept = { rate: null, percentage: null, minimum_stay: minimumStay ?? null };
  const common = { days, ...kept, ...closingAttributes(closings) };
  const spanOf = (nights: readonly number[], change: Partial<OverrideDraft>): OverrideDraft[] => {
    const [first, last] = [nights[0], nights.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ ...common, ...change, start_date: textOf(first), end_date: textOf(last) }];
  };
  const nights = markedNights(marking, map);
  if (price.how === "keep") return spanOf(nights, {});
  if (price.how === "percent") return spanOf(nights, { percentage: String(price.by) });
  // A new amount can differ from night to night: an override for each run of equal prices.
  const rateOf = (night: number) => changedRate(map.rates[night - map.first] ?? "0", price, digits);
  return runsOf(nights, rateOf).flatMap((run) => spanOf(run, { rate: rateOf(run[0] ?? 0) }));
}

function runsOf(nights: readonly number[], valueAt: (night: number) => string): number[][] {
  const runs: number[][] = [];
  for (const night of nights) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && valueAt(run[0]) === valueAt(night)) run.push(night);
    else runs.push([night]);
  }
  return runs;
}
