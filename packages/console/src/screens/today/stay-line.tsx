import { Link } from "@tanstack/react-router";
import type { Stay } from "../calendar/stays.ts";

interface StayLineProps {
  readonly stay: Stay;
  readonly rental: string | undefined;
  readonly detail: string | null;
}

/** A stay in a list: rental, guest and the list's detail. */
export function StayLine({ stay, rental, detail }: StayLineProps) {
  return (
    <li>
      <Link to="/bookings/$booking" params={{ booking: String(stay.id) }}>
        {rental ?? stay.reference}
      </Link>
      <span>{stay.guest ?? stay.reference}</span>
      <em>{detail}</em>
    </li>
  );
}
