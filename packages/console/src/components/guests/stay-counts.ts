import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** More than a few guests have: a regular shows as such without an exact number. */
const pageSize = 100;

/** The number of stays of each of these guests, without canceled ones. */
export function useStayCounts(guests: readonly number[]): ReadonlyMap<number, number> {
  const { client, account } = useSession();
  const counts = useQuery({
    queryKey: [account.id, "bookings", "counts", guests],
    queryFn: async ({ signal }) => {
      const from = "1900-01-01";
      const query = { client_id: [...guests], from, per_page: pageSize, fields: ["links" as const] };
      const { data } = await client.GET("/bookings", { params: { query }, signal });
      const byGuest = Map.groupBy(data.bookings, ({ links }) => links.client ?? 0);
      return new Map([...byGuest].map(([guest, stays]) => [guest, stays.length]));
    },
    enabled: guests.length > 0,
  });
  return counts.data ?? none;
}

const none: ReadonlyMap<number, number> = new Map();
