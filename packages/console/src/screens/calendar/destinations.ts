import type { Client, Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useWorking } from "../../app/session.tsx";
import type { CalendarRental } from "./rentals.ts";

/** Ids that one request asks for. */
const atOnce = 100;

/** The destinations in which rentals lie, by their ids. */
export function useDestinations(rentals: readonly CalendarRental[]) {
  const { client, account } = useWorking();
  const ids = [...new Set(rentals.map(({ destination }) => destination ?? 0))].filter((id) => id > 0).sort(byNumber);
  return useQuery({
    queryKey: [account.id, "destinations", ids],
    queryFn: ({ signal }) => readDestinations(client, ids, signal),
    enabled: ids.length > 0,
  });
}

const byNumber = (one: number, other: number): number => one - other;

async function readDestinations(client: Client, ids: readonly number[], signal: AbortSignal) {
  const known = new Map<number, Resource<"destinations">>();
  for (let start = 0; start < ids.length; start += atOnce) {
    const params = { path: { destination_id: ids.slice(start, start + atOnce) } };
    const { data } = await client.GET("/destinations/{destination_id}", { params, signal });
    for (const destination of data.destinations) known.set(destination.id, destination);
  }
  return known;
}
