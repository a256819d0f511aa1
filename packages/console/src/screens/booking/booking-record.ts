import type { Data } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useWorking } from "../../app/session.tsx";

/** A booking with what is shown beside it. What the person's role does not see is not in it. */
export type BookingRecord = Data<"/bookings/{booking_id}", "get">["bookings"][number];
export type FeeRecord = NonNullable<BookingRecord["bookings_fees"]>[number];
export type TaxRecord = NonNullable<BookingRecord["bookings_taxes"]>[number];

const include = [
  ...(["client", "source", "rental", "bookings_fees", "bookings_taxes", "rental_agreement"] as const),
  "rental_cancelation_policy.rental_cancelation_policy_items",
];

/** The booking with this id. The feed tells of its changes, those of its lines and payments too: they change its sums. */
export function useBookingRecord(id: number) {
  const { client, account } = useWorking();
  return useQuery({
    queryKey: [account.id, "bookings", "one", id],
    queryFn: async ({ signal }) => {
      const params = { path: { booking_id: [id] }, query: { include } };
      const { data } = await client.GET("/bookings/{booking_id}", { params, signal });
      return data.bookings[0] ?? null;
    },
  });
}
