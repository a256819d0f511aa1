import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

/** The most ids of one request. */
const idsAtOnce = 50;

/** The references of bookings by id; without those that the person cannot see. */
export function useReferences(bookings: readonly number[]) {
  const { client, account } = useSession();
  const ids = [...new Set(bookings)].sort((one, other) => one - other);
  return useQuery({
    queryKey: [account.id, "bookings", "references", ids],
    queryFn: async ({ signal }) => {
      const references = new Map<number, string>();
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const path = { booking_id: ids.slice(from, from + idsAtOnce) };
        const query = { fields: ["id", "reference"] satisfies ("id" | "reference")[] };
        const { data } = await client.GET("/bookings/{booking_id}", { params: { path, query }, signal });
        for (const { id, reference } of data.bookings) references.set(id, reference);
      }
      return references;
    },
    enabled: ids.length > 0,
  });
}
