import { formatDay } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { maxNights } from "../feed-values.ts";
import { sharedNights } from "../plan/nights.ts";
import type { Part } from "../plan/reading.ts";
import type { AppliedReading } from "./apply-reading.ts";
import type { FeedReading } from "./read-nights.ts";

/** A conflict as a feed shows it. */
export interface Conflict {
  readonly uid: string;
  /** The event's dates: `YYYY-MM-DD`. */
  readonly start: string;
  readonly end: string;
  /** The nights in the way. */
  readonly nights: readonly string[];
  readonly booking_id: number;
  readonly reason: string;
}

/** Describes what is in the way of a feed's events, earliest first. */
export function conflictsOf({ reading, plan }: AppliedReading): Conflict[] {
  const byId = new Map(reading.events.map((event) => [event.id, event]));
  const inTheWay = plan.conflicts.flatMap(({ event: id, booking, arrival, departure }) => {
    const event = byId.get(id);
    if (!event) return [];
    const count = Math.min(departure - arrival, maxNights);
    const nights = Array.from({ length: count }, (_, index) => formatDay(arrival + index));
    const reason = `the nights are taken by booking ${bookingReference(booking)}`;
    return [
      {
        uid: event.uid,
        start: formatDay(event.arrival),
        end: formatDay(event.departure),
        nights,
        booking_id: booking,
        reason,
      },
    ];
  });
  return [...inTheWay, ...adoptionConflicts(reading)].toSorted((a, b) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : 0,
  );
}

/** Bookings that were turned into stays, whose events are gone or have moved since. */
function adoptionConflicts({ events, parts }: FeedReading): Conflict[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return parts.flatMap((stay) => {
    if (!stay.isAdopted) return [];
    const event = byId.get(stay.event);
    const name = bookingReference(stay.booking);
    const isNext = ({ arrival, departure }: Part): boolean => arrival === stay.departure || departure === stay.arrival;
    const hasMoved =
      event &&
      (sharedNights(event, stay) === 0 ||
        parts.some((part) => part.event === stay.event && part !== stay && isNext(part)));
    if (event && !hasMoved) return [];
    const reason = event
      ? `the event has moved, but booking ${name} was turned into a stay: move the stay`
      : `the event is gone, but booking ${name} was turned into a stay: cancel the stay if it no longer applies`;
    const { arrival, departure } = event ?? stay;
    return [
      {
        uid: stay.uid,
        start: formatDay(arrival),
        end: formatDay(departure),
        nights: [],
        booking_id: stay.booking,
        reason,
      },
    ];
  });
}
