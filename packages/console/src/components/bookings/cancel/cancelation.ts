import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { type SeenBooking, useBookingWrites } from "../write-booking.ts";

export type CancelationQuote = Awaited<ReturnType<ReturnType<typeof useBookingWrites>["quoteCancelation"]>>;
export type RefundablePayment = NonNullable<CancelationQuote["refunds"]>[number];

/** What canceling costs now, and the suggested refunds. Read again when a dialog opens: other days have other penalties. */
export function useCancelationQuote(booking: SeenBooking) {
  const { account } = useSession();
  const { quoteCancelation } = useBookingWrites();
  return useQuery({
    queryKey: [account.id, "bookings", "cancelation", booking.id],
    queryFn: () => quoteCancelation(booking),
    staleTime: 0,
    gcTime: 0,
  });
}
