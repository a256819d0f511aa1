import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf, textOf } from "../../components/days.ts";

/** A rental's nightly prices and minimum stays by arrival. Days are epoch days. */
export interface RateMap {
  readonly first: number;
  readonly rates: readonly string[];
  readonly stays: readonly string[];
}

/** A rental's pricing attributes. */
export interface PricedRental {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  /** Whether nights are priced individually. Otherwise prices follow the base rate and the table's seasons. */
  readonly isWritten: boolean;
  readonly baseRate: string | null;
  readonly sleeps: number;
  readonly table: number | null;
}

/** New prices, minimum stays or both for successive nights. */
export interface Slice {
  readonly first: number;
  readonly rates?: readonly string[];
  readonly stays?: readonly string[];
}

const fields = [
  ...(["id", "name", "currency", "nightly_rates_managed_externally"] as const),
  ...(["base_rate", "sleeps", "sleeps_max", "links"] as const),
] as const;

export function usePricedRental(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals", "priced", id],
    queryFn: async ({ signal }): Promise<PricedRental | null> => {
      const params = { path: { rental_id: [id] }, query: { fields: [...fields] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      const [rental] = data.rentals;
      if (!rental) return null;
      return {
        id,
        name: String(rental.name),
        currency: rental.currency,
        isWritten: rental.nightly_rates_managed_externally,
        baseRate: rental.base_rate,
        sleeps: rental.sleeps ?? rental.sleeps_max ?? 2,
        table: rental.links.rates_table,
      };
    },
  });
}

/** Three years of nights from yesterday (pricing.md §1). */
export function useRateMap(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "nightly_rate_maps", rental],
    queryFn: async ({ signal }): Promise<RateMap | null> => {
      const params = { path: { nightly_rate_map_id: [rental] } };
      const { data } = await client.GET("/nightly_rate_maps/{nightly_rate_map_id}", { params, signal });
      const [map] = data.nightly_rate_maps;
      if (!map) return null;
      const { start_date, rates_map, minimum_stays_map } = map;
      return { first: dayOf(start_date), rates: rates_map.split(","), stays: minimum_stays_map.split(",") };
    },
  });
}

/** Writes nights and refetches everything derived from them. */
export function useMapWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    const names = ["nightly_rate_maps", "bookings", "rentals"];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })));
  };
  const write = async (rental: number, slice: Slice) => {
    const params = { path: { nightly_rate_map_id: rental } };
    await client.PUT("/nightly_rate_maps/{nightly_rate_map_id}", { params, body: bodyOf(slice) });
    await invalidate();
  };
  const putWritten = async (rental: number, isWritten: boolean) => {
    const body = { rentals: [{ nightly_rates_managed_externally: isWritten }] };
    await client.PUT("/rentals/{rental_id}", { params: { path: { rental_id: rental } }, body });
  };
  const setWritten = async (rental: number, isWritten: boolean) => {
    await putWritten(rental, isWritten);
    await invalidate();
  };
  /**
   * Switches a rental to individually priced nights, starting from today's prices.
   * The API accepts a map only after the switch. If it rejects the map, switch back, because an empty map has no prices.
   */
  const takeOver = async (rental: number, map: RateMap) => {
    await putWritten(rental, true);
    try {
      await write(rental, map);
    } catch (problem) {
      await setWritten(rental, false);
      throw problem;
    }
  };
  return { write, setWritten, takeOver };
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
