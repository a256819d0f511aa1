import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { textOf } from "../../days.ts";
import { type BookingMove, useBookingWrites } from "../write-booking.ts";
import { type Change, isChange } from "./move-target.ts";

/** The preview of a change; an unavailable period has no other price. */
export function usePreview(change: Change, reprice: boolean) {
  const { account } = useSession();
  const { preview } = useBookingWrites();
  const { stay, rental, arrival, departure, adults, children } = change;
  const hasPrice = stay.state !== "unavailable";
  return useQuery({
    queryKey: [account.id, "bookings", "move", stay.id, { rental, arrival, departure, adults, children, reprice }],
    queryFn: () => preview(stay, { ...changesOf(change), reprice }),
    enabled: isChange(change) && departure > arrival && (hasPrice || !reprice),
    placeholderData: keepPreviousData,
  });
}

export type FoundMove = NonNullable<ReturnType<typeof usePreview>["data"]>;

/** The changed attributes only: a date alone takes the rental's hours, and a kept date keeps its own. */
export function changesOf({ stay, rental, arrival, departure, adults, children }: Change): BookingMove {
  return {
    ...(rental === stay.rental ? {} : { rental_id: rental }),
    ...(arrival === stay.arrival ? {} : { start_at: textOf(arrival) }),
    ...(departure === stay.departure ? {} : { end_at: textOf(departure) }),
    ...(adults === stay.adults ? {} : { adults }),
    ...(children === stay.children ? {} : { children }),
  };
}
