import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";

/** Which nights of a rental are taken: a character a night, 0 where it is free, from a first day (epoch) on. */
export interface Availability {
  readonly first: number;
  readonly map: string;
}

/** How many nights in a row are free from a day (epoch) on. */
export type FreeNights = (day: number) => number;

/** Which nights of a rental are free, years ahead in one read (service.md, Availability). Read again with the bookings, which take them. */
export function useFreeNights(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "free nights", rental],
    queryFn: async ({ signal }): Promise<Availability> => {
      const params = { path: { availability_id: [rental] } };
      const { data } = await client.GET("/availabilities/{availability_id}", { params, signal });
      const [found] = data.availabilities;
      return found ? { first: dayOf(found.start_date), map: found.map } : { first: 0, map: "" };
    },
  });
}

/** Counts them for the days from one to before another. Nights that the map does not tell of are free. */
export function freeNightsIn({ first, map }: Availability, from: number, to: number): FreeNights {
  const counts = Array.from({ length: to - from }, (_, index) => {
    // Here it may still be the day before the map's first one.
    const at = from + index - first;
    const taken = map.slice(Math.max(at, 0)).search(/[^0]/);
    return taken < 0 ? Number.POSITIVE_INFINITY : taken + Math.max(-at, 0);
  });
  return (day) => counts[day - from] ?? Number.POSITIVE_INFINITY;
}
