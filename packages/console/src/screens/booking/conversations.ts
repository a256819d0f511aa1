import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";

/** The conversations about a booking, with their participants and attachments. */
export function useConversationsOf({ links: { conversations: ids = [] } }: BookingRecord) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "conversations", "of", ids],
    queryFn: async ({ signal }) => {
      const include = ["participants", "messages.attachments"];
      const params = { path: { conversation_id: [...ids] }, query: { include } };
      return (await client.GET("/inbox/conversations/{conversation_id}", { params, signal })).data.conversations;
    },
    enabled: may("inbox_read") && ids.length > 0,
  });
}
