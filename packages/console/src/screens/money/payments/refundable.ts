import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import type { ListedPayment } from "./listed-payments.ts";

/** The unrefunded part of a payment, in minor units. Refunds are payments of the same booking. */
export function useRefundable({ id, amount_in_cents, links }: ListedPayment) {
  const { client, account } = useSession();
  const booking = links.bookings?.[0];
  return useQuery({
    queryKey: [account.id, "payments", "refundable", id],
    // Another person may have refunded it since the list was read.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (booking === undefined) return amount_in_cents;
      const params = { path: { booking_id: [booking] }, query: { fields: ["id" as const], include: ["payments"] } };
      const { data } = await client.GET("/bookings/{booking_id}", { params, signal });
      const refunds = (data.bookings[0]?.payments ?? []).filter(
        ({ refunded_payment_id: of, rejected_at, canceled_at }) => of === id && !rejected_at && !canceled_at,
      );
      return refunds.reduce((left, refund) => left + refund.amount_in_cents, amount_in_cents);
    },
  });
}
