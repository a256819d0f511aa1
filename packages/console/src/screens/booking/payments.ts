import type { Data } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

type PaidBooking = Data<"/bookings/{booking_id}", "get">["bookings"][number];
export type PaymentPart = NonNullable<PaidBooking["bookings_payments"]>[number];

/** The booking's payments. A payment can cover several bookings. */
export function usePayments(booking: number, isShown: boolean) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "payments", "booking", booking],
    queryFn: async ({ signal }) => {
      const query = { include: ["bookings_payments.payment"], fields: ["id" as const] };
      const { data } = await client.GET("/bookings/{booking_id}", {
        params: { path: { booking_id: [booking] }, query },
        signal,
      });
      const parts = data.bookings[0]?.bookings_payments ?? [];
      // Canceled payments keep their parts, which no longer count.
      return parts.filter(({ canceled_at }) => canceled_at === null);
    },
    enabled: isShown,
  });
}
