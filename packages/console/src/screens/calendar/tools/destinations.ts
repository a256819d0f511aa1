import type { Client, Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import type { CalendarRental } from "../rentals.ts";

/** The API's limit of ids for each request. */
const maxIds = 100;

/** The rentals' destinations by id. */
export function useDestinations(rentals: readonly CalendarRental[]) {
  const { client, account } = useSession();
  const ids = [...new Set(rentals.map(({ destination }) => destination ?? 0))].filter((id) => id > 0).sort(byNumber);
  return useQuery({
    queryKey: [account.id, "destinations", ids],
    queryFn: ({ signal }) => readDestinations(client, ids, signal),
    enabled: ids.length > 0,
  });
}

const byNumber = (one: number, other: number): number => one - other;

async function readDestinations(client: Client, ids: readonly number[], signal: AbortSignal) {
  const byId = new Map<number, Resource<"destinations">>();
  for (let start = 0; start < ids.length; start += maxIds) {
    const params = { path: { destination_id: ids.slice(start, start + maxIds) } };
    const { data } = await client.GET("/destinations/{destination_id}", { params, signal });
    for (const destination of data.destinations) byId.set(destination.id, destination);
  }
  return byId;
}
