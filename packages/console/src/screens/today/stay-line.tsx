import type { ReactNode } from "react";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import type { Stay } from "../../components/bookings/stay.ts";

interface StayLineProps {
  readonly stay: Stay;
  readonly rental: string | undefined;
  readonly detail: string | null;
  /** Its next steps. */
  readonly children?: ReactNode;
}

/** A stay in a list: rental, guest, the list's detail and any next steps. */
export function StayLine({ stay, rental, detail, children }: StayLineProps) {
  return (
    <li>
      <BookingLink id={stay.id}>{rental ?? stay.reference}</BookingLink>
      <span>{stay.guest ?? stay.reference}</span>
      <em>{detail}</em>
      {children && <div className="steps">{children}</div>}
    </li>
  );
}
