import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { useBookingWrites } from "../write-booking.ts";

export type CancelationQuote = Awaited<ReturnType<ReturnType<typeof useBookingWrites>["quoteCancelation"]>>;
export type RefundablePayment = NonNullable<CancelationQuote["refunds"]>[number];

/** The present cost of canceling, and the suggested refunds. Each dialog reads them again, because penalties depend on the day. */
export function useCancelationQuote(booking: { readonly id: number }) {
  const { account } = useSession();
  const { quoteCancelation } = useBookingWrites();
  return useQuery({
    queryKey: [account.id, "bookings", "cancelation", booking.id],
    queryFn: () => quoteCancelation(booking),
    staleTime: 0,
    gcTime: 0,
  });
}
