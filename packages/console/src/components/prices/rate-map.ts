import type { Client, Resource } from "@roost/client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch, versionOf } from "../conflict/version.ts";
import { dayOf, textOf } from "../days.ts";

/** A rental's nightly prices and minimum stays by arrival. Days are epoch days. */
export interface RateMap {
  readonly first: number;
  readonly rates: readonly string[];
  readonly stays: readonly string[];
  /** The version that was read. */
  readonly etag: string;
}

export type RateOverride = Resource<"rate_overrides">;

/** A rental's pricing attributes. */
export interface PricedRental {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  /** Whether nights are priced individually. Otherwise prices follow the base rate and the table's seasons. */
  readonly isWritten: boolean;
  readonly baseRate: string | null;
  readonly baseRateKind: "nightly" | "weekly";
  readonly sleeps: number;
  readonly table: number | null;
  /** The version that was read. */
  readonly etag: string;
}

/** New prices, minimum stays or both for successive nights. */
export interface Slice {
  readonly first: number;
  readonly rates?: readonly string[];
  readonly stays?: readonly string[];
}

const fields = [
  ...(["id", "name", "currency", "time_zone", "nightly_rates_managed_externally"] as const),
  ...(["base_rate", "base_rate_kind", "sleeps", "sleeps_max", "links"] as const),
] as const;

export const pricedRentalQuery = (client: Client, account: number, id: number) =>
  queryOptions({
    queryKey: [account, "rentals", "priced", id],
    queryFn: async ({ signal }): Promise<PricedRental | null> => {
      const params = { path: { rental_id: [id] }, query: { fields: [...fields] } };
      const { data, response } = await client.GET("/rentals/{rental_id}", { params, signal });
      const [rental] = data.rentals;
      if (!rental) return null;
      return {
        id,
        name: String(rental.name),
        currency: rental.currency,
        timeZone: rental.time_zone,
        isWritten: rental.nightly_rates_managed_externally,
        baseRate: rental.base_rate,
        baseRateKind: rental.base_rate_kind,
        sleeps: rental.sleeps ?? rental.sleeps_max ?? 2,
        table: rental.links.rates_table,
        etag: versionOf(response),
      };
    },
  });

/** Three years of nights from yesterday (pricing.md §1). */
export const rateMapQuery = (client: Client, account: number, rental: number) =>
  queryOptions({
    queryKey: [account, "nightly_rate_maps", rental],
    queryFn: async ({ signal }): Promise<RateMap | null> => {
      const params = { path: { nightly_rate_map_id: [rental] } };
      const { data, response } = await client.GET("/nightly_rate_maps/{nightly_rate_map_id}", { params, signal });
      const [map] = data.nightly_rate_maps;
      if (!map) return null;
      const { start_date, rates_map, minimum_stays_map } = map;
      const nights = { rates: rates_map.split(","), stays: minimum_stays_map.split(",") };
      return { first: dayOf(start_date), ...nights, etag: versionOf(response) };
    },
  });

export function usePricedRental(id: number) {
  const { client, account } = useSession();
  return useQuery(pricedRentalQuery(client, account.id, id));
}

export function useRateMap(rental: number) {
  const { client, account } = useSession();
  return useQuery(rateMapQuery(client, account.id, rental));
}

/** Writes nights and refetches everything derived from them. */
export function useMapWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    const names = ["nightly_rate_maps", "rate_overrides", "bookings", "rentals"];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })));
  };
  /** @param etag the version of the map that the new nights rest on */
  const putSlice = (rental: number, slice: Slice, etag: string) => {
    const params = { path: { nightly_rate_map_id: rental } };
    return client.PUT("/nightly_rate_maps/{nightly_rate_map_id}", {
      ...{ params, headers: ifMatch(etag), body: bodyOf(slice) },
    });
  };
  const readRental = async (id: number): Promise<PricedRental> => {
    const rental = await queries.fetchQuery({ ...pricedRentalQuery(client, account.id, id), staleTime: 0 });
    if (!rental) throw new TypeError("The rental is gone.");
    return rental;
  };
  const put = async ({ id, etag }: PricedRental, attributes: Resource<"rentals_update">) => {
    const params = { path: { rental_id: id } };
    await client.PUT("/rentals/{rental_id}", { params, headers: ifMatch(etag), body: { rentals: [attributes] } });
  };
  const putRental = async (rental: PricedRental, attributes: Resource<"rentals_update">) => {
    await put(rental, attributes);
    await invalidate();
  };
  const putWritten = async (id: number, isWritten: boolean) => {
    const rental = await readRental(id);
    if (rental.isWritten !== isWritten) await put(rental, { nightly_rates_managed_externally: isWritten });
  };
  const setWritten = async (id: number, isWritten: boolean) => {
    await putWritten(id, isWritten);
    await invalidate();
  };
  /**
   * Switches a rental to individually priced nights, starting from today's prices.
   * The API accepts a map only after the switch. If it rejects the map, switch back, because an empty map has no prices.
   */
  const takeOver = async (rental: number, map: RateMap) => {
    await putWritten(rental, true);
    try {
      // The switch has just created the map, so it is empty.
      await putSlice(rental, map, anyVersion);
      await invalidate();
    } catch (problem) {
      await setWritten(rental, false);
      throw problem;
    }
  };
  return { readRental, putRental, setWritten, takeOver, putSlice, invalidate };
}

const bodyOf = ({ first, rates, stays }: Slice) => ({
  nightly_rate_maps: [
    {
      start_date: textOf(first),
      ...(rates && { rates_map: rates.join(",") }),
      ...(stays && { minimum_stays_map: stays.join(",") }),
    },
  ],
});
