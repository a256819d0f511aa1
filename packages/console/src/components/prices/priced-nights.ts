import { useQueries } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { overridesQuery } from "./overrides.ts";
import { type PricedRental, pricedRentalQuery, type RateMap, type RateOverride, rateMapQuery } from "./rate-map.ts";

/** A rental with its nights and overrides. */
export interface PricedNights {
  readonly rental: PricedRental;
  readonly map: RateMap;
  readonly overrides: readonly RateOverride[];
}

/** Several rentals with their nights; undefined until all are read. */
export function usePricedNights(ids: readonly number[]) {
  const { client, account } = useSession();
  const rentals = useQueries({ queries: ids.map((id) => pricedRentalQuery(client, account.id, id)) });
  const maps = useQueries({ queries: ids.map((id) => rateMapQuery(client, account.id, id)) });
  const overridden = useQueries({ queries: ids.map((id) => overridesQuery(client, account.id, id)) });
  const reads = [...rentals, ...maps, ...overridden];
  const nights = rentals.flatMap(({ data: rental }, index): PricedNights[] => {
    const map = maps[index]?.data;
    const overrides = overridden[index]?.data;
    return rental && map && overrides ? [{ rental, map, overrides }] : [];
  });
  return {
    data: reads.every(({ data }) => data !== undefined) ? nights : undefined,
    error: reads.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(reads.map((read) => read.refetch())),
  };
}
