import type { RecordOf } from "@roost/client";
import { dayOf } from "../days.ts";

/** A stay, hold or block as the calendar draws it: from the middle of the arrival day to the middle of the departure day. */
export interface Stay {
  readonly id: number;
  readonly rental: number;
  readonly state: "booked" | "hold" | "unavailable" | "mirrored";
  /** Empty if the role cannot see it. */
  readonly reference: string;
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
  /** With its time of day. */
  readonly startAt: string;
  readonly endAt: string;
  /** Null without a guest, or if the role cannot see guests. */
  readonly guest: string | null;
  readonly source: number | null;
  readonly expires: string | null;
  readonly currency: string | null;
  readonly price: string | null;
  readonly open: string | null;
  readonly notes: string | null;
  readonly adults: number | null;
  readonly children: number | null;
}

export function stayOf(booking: RecordOf<"/bookings">): Stay {
  return {
    id: booking.id,
    rental: booking.links.rental,
    state: stateOf(booking),
    reference: booking.reference ?? "",
    arrival: dayOf(booking.start_at),
    departure: dayOf(booking.end_at),
    startAt: booking.start_at,
    endAt: booking.end_at,
    guest: booking.client?.fullname ?? null,
    source: booking.links.source ?? null,
    expires: booking.tentative_expires_at ?? null,
    currency: booking.currency ?? null,
    price: booking.final_price ?? null,
    open: booking.payment_left_to_collect ?? null,
    notes: booking.notes ?? null,
    adults: booking.adults ?? null,
    children: booking.children ?? null,
  };
}

/** A mirror is a block that a linked rental's booking created (bookings.md, Mirrors). */
function stateOf({ status, created_by_type }: RecordOf<"/bookings">): Stay["state"] {
  if (status === "Unavailable") return created_by_type === "Booking" ? "mirrored" : "unavailable";
  return status === "Tentative" ? "hold" : "booked";
}

/** A stay's name for people: its guest, else its reference. */
export const stayName = ({ guest, reference }: Stay): string => (guest ? `${guest} (${reference})` : reference);
