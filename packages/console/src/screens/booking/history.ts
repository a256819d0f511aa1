import type { Data } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useWorking } from "../../app/session.tsx";

/** What happened to a booking once. */
export type Entry = Data<"/bookings/{booking_id}/history", "get">["audit_entries"][number];

/** Who changed what of a booking, the newest first; read where the person may. */
export function useHistory(booking: number) {
  const { client, account, may } = useWorking();
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

/** The last change of an attribute for its own sake: with the dates or the rental, a move has changed it. */
export const ownChange = (history: readonly Entry[] | undefined, attribute: string): Entry | undefined =>
  history?.find(
    ({ type, changes }) =>
      type === "booking.updated" &&
      attribute in changes &&
      !["start_at", "end_at", "rental_id"].some((name) => name in changes),
  );
