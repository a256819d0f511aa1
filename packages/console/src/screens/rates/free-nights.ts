import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";

/** One character for each night from a first epoch day: 0 is free, anything else is taken. */
export interface Availability {
  readonly first: number;
  readonly map: string;
}

/** The number of consecutive free nights from an epoch day. */
export type FreeNights = (day: number) => number;

/** A rental's free nights, years ahead in one request (service.md, Availability). Keyed with the bookings, because they take nights. */
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

/** Counts free nights for each day of a range; `to` is excluded. Nights outside the map count as free. */
export function freeNightsIn({ first, map }: Availability, from: number, to: number): FreeNights {
  const counts = Array.from({ length: to - from }, (_, index) => {
    // In the person's time zone it may still be the day before the map starts.
    const at = from + index - first;
    const taken = map.slice(Math.max(at, 0)).search(/[^0]/);
    return taken < 0 ? Number.POSITIVE_INFINITY : taken + Math.max(-at, 0);
  });
  return (day) => counts[day - from] ?? Number.POSITIVE_INFINITY;
}
