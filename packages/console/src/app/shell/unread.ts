import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session.tsx";

/** The number of open conversations with an unread guest's message; more than 99 count as 100. */
export function useUnreadCount(): number {
  const { client, account } = useSession();
  const { data = 0 } = useQuery({
    queryKey: [account.id, "conversations", "unread"],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET("/inbox/conversations", {
        params: { query: { unread: true, closed: false, marked_as_spam: false, fields: ["id"], per_page: 100 } },
        signal,
      });
      return data.conversations.length;
    },
  });
  return data;
}
