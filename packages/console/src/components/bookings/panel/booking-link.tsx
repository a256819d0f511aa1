import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface BookingLinkProps {
  readonly id: number | string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A link that opens a booking. */
export function BookingLink({ id, children, className }: BookingLinkProps) {
  return (
    <Link to="/bookings/$booking" params={{ booking: String(id) }} {...(className === undefined ? {} : { className })}>
      {children}
    </Link>
  );
}

/** Opens a booking after a click, a tap or a key. */
export function useOpenBooking(): (id: number | string) => void {
  const navigate = useNavigate();
  return (id) => void navigate({ to: "/bookings/$booking", params: { booking: String(id) } });
}
