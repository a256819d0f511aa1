import type { Data } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** A booking with its related records. Attributes that the person's role cannot see are missing. */
export type BookingRecord = Data<"/bookings/{booking_id}", "get">["bookings"][number];
export type FeeRecord = NonNullable<BookingRecord["bookings_fees"]>[number];
export type TaxRecord = NonNullable<BookingRecord["bookings_taxes"]>[number];

const include = [
  ...(["client", "source", "rental", "bookings_fees", "bookings_taxes", "rental_agreement"] as const),
  "rental_cancelation_policy.rental_cancelation_policy_items",
];

/** The booking with this id. The change feed also reports changes to its lines and payments, because they change its totals. */
export function useBookingRecord(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "one", id],
    queryFn: async ({ signal }) => {
      const params = { path: { booking_id: [id] }, query: { include } };
      const { data } = await client.GET("/bookings/{booking_id}", { params, signal });
      return data.bookings[0] ?? null;
    },
  });
}
