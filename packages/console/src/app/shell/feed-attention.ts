import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session.tsx";

/** The number of imported calendars that need a person: they cannot be read, most stays are missing, or nights are taken twice. */
export function useFeedAttention(): number {
  const { client, account } = useSession();
  const { data = 0 } = useQuery({
    queryKey: [account.id, "calendar_feeds", "attention"],
    queryFn: async ({ signal }) => {
      let count = 0;
      const fields = ["enabled", "state", "conflicts_count"] as const;
      for await (const feed of client.records("/calendar_feeds", {
        params: { query: { fields: [...fields] } },
        signal,
      })) {
        const isBad = feed.state === "failing" || feed.state === "suspicious" || feed.conflicts_count > 0;
        if (feed.enabled && isBad) count++;
      }
      return count;
    },
    enabled: account.scopes.includes("rentals_write"),
  });
  return data;
}
