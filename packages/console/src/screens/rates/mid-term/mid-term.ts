import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, versionOf } from "../../../components/conflict/version.ts";
import { dayOf, textOf } from "../../../components/days.ts";
import type { RateMap, Slice } from "../../../components/prices/rate-map.ts";

/** A rental's prices for stays of 31 nights or more (pricing.md §7). */
export interface MidTermRates {
  /** The map's id. */
  readonly id: string;
  /** Whether these prices apply. Otherwise the ordinary ones do. */
  readonly isActive: boolean;
  /** The nights. They have no minimum stay. */
  readonly map: RateMap;
}

/** A rental's mid-term prices; null if the rental is gone. */
export function useMidTermRates(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "mid_term_rate_maps", rental],
    queryFn: async ({ signal }): Promise<MidTermRates | null> => {
      const fields = ["id" as const, "links" as const, "mid_term_pricing_active" as const];
      const params = { path: { rental_id: [rental] }, query: { fields } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      const id = data.rentals[0]?.links.mid_term_rate_map;
      if (!id) return null;
      const read = await client.GET("/mid_term_rate_maps/{mid_term_rate_map_id}", {
        ...{ params: { path: { mid_term_rate_map_id: [String(id)] } }, signal },
      });
      const [found] = read.data.mid_term_rate_maps;
      if (!found) return null;
      return {
        ...{ id: found.id, isActive: data.rentals[0]?.mid_term_pricing_active === true },
        map: { first: dayOf(found.start_date), rates: found.map.split(","), stays: [], etag: versionOf(read.response) },
      };
    },
  });
}

/** Writes mid-term prices, and switches them on and off. */
export function useMidTermWriting(rental: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["mid_term_rate_maps", "rentals", "bookings"])
      await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  return {
    /** @param etag the version of the map that the new nights rest on */
    async put({ id }: MidTermRates, { first, rates = [] }: Slice, etag: string): Promise<void> {
      await client.PUT("/mid_term_rate_maps/{mid_term_rate_map_id}", {
        ...{ params: { path: { mid_term_rate_map_id: id } }, headers: ifMatch(etag) },
        body: { mid_term_rate_maps: [{ start_date: textOf(first), map: rates.join(",") }] },
      });
      await invalidate();
    },
    /** The version of the map as it is now. */
    async version({ id }: MidTermRates): Promise<string> {
      const params = { path: { mid_term_rate_map_id: [id] } };
      return versionOf((await client.GET("/mid_term_rate_maps/{mid_term_rate_map_id}", { params })).response);
    },
    async activate(isActive: boolean): Promise<void> {
      const { response } = await client.GET("/rentals/{rental_id}", { params: { path: { rental_id: [rental] } } });
      await client.PUT("/rentals/{rental_id}", {
        ...{ params: { path: { rental_id: rental } }, headers: ifMatch(versionOf(response)) },
        body: { rentals: [{ mid_term_pricing_active: isActive }] },
      });
      await invalidate();
    },
  };
}
