import type { Data } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** One change to a booking. */
export type Entry = Data<"/bookings/{booking_id}/history", "get">["audit_entries"][number];

/** A booking's changes, newest first. Only fetched if the person may read the audit log. */
export function useHistory(booking: number) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "history", booking],
    queryFn: async ({ signal }) => {
      const params = { path: { booking_id: [booking] } };
      const entries: Entry[] = [];
      for await (const entry of client.records("/bookings/{booking_id}/history", { params, signal }))
        entries.push(entry);
      return entries.reverse();
    },
    enabled: may("audit_read"),
  });
}

/** The last direct change of an attribute. Changes that come with new dates or another rental result from a move. */
export const ownChange = (history: readonly Entry[] | undefined, attribute: string): Entry | undefined =>
  history?.find(
    ({ type, changes }) =>
      type === "booking.updated" &&
      attribute in changes &&
      !["start_at", "end_at", "rental_id"].some((name) => name in changes),
  );
