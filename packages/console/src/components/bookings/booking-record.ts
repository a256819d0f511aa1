import type { Client, Data } from "@roost/client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { type Seen, versionOf } from "../conflict/version.ts";
import { orNull } from "../records/or-null.ts";

/** A booking with its related records. Attributes that the person's role cannot see are missing. */
export type BookingRecord = Seen<Data<"/bookings/{booking_id}", "get">["bookings"][number]>;
export type FeeRecord = NonNullable<BookingRecord["bookings_fees"]>[number];
export type TaxRecord = NonNullable<BookingRecord["bookings_taxes"]>[number];

const include = [
  ...(["client", "source", "rental", "bookings_fees", "bookings_taxes", "rental_agreement"] as const),
  "rental_cancelation_policy.rental_cancelation_policy_items",
];

const bookingQuery = (client: Client, account: number, id: number) =>
  queryOptions({
    queryKey: [account, "bookings", "one", id],
    queryFn: ({ signal }) =>
      orNull(async (): Promise<BookingRecord | null> => {
        const params = { path: { booking_id: [id] }, query: { include } };
        const { data, response } = await client.GET("/bookings/{booking_id}", { params, signal });
        const [booking] = data.bookings;
        return booking ? { ...booking, etag: versionOf(response) } : null;
      }),
  });

/** The booking with this id. The change feed also reports changes to its lines and payments, because they change its totals. */
export function useBookingRecord(id: number) {
  const { client, account } = useSession();
  return useQuery(bookingQuery(client, account.id, id));
}

/** Reads a booking as it is now. */
export function useReadBooking(id: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return async (): Promise<BookingRecord> => {
    const booking = await queries.fetchQuery({ ...bookingQuery(client, account.id, id), staleTime: 0 });
    if (!booking) throw new TypeError("The response contains no booking.");
    return booking;
  };
}
