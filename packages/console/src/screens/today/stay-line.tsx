import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
      <Link to="/bookings/$booking" params={{ booking: String(stay.id) }}>
        {rental ?? stay.reference}
      </Link>
      <span>{stay.guest ?? stay.reference}</span>
      <em>{detail}</em>
      {children && <div className="steps">{children}</div>}
    </li>
  );
}
