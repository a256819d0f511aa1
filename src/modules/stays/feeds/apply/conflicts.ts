import { formatDay } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { maxNights, maxShown } from "../feed-values.ts";
import { type Nights, sharedNights } from "../plan/nights.ts";
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

/** A feed's conflicts: how many, and the earliest ones as it shows them. */
export interface FeedConflicts {
  readonly count: number;
  readonly shown: readonly Conflict[];
}

/** Describes the bookings that conflict with a feed's events, earliest first. Most conflicts of a long calendar are only counted. */
export function conflictsOf({ reading, plan }: AppliedReading): FeedConflicts {
  const byId = new Map(reading.events.map((event) => [event.id, event]));
  const inTheWay = plan.conflicts.flatMap((conflict) => {
    const event = byId.get(conflict.event);
    return event ? [{ ...conflict, event }] : [];
  });
  const adopted = adoptionConflicts(reading);
  const earliest = inTheWay.toSorted((a, b) => a.event.arrival - b.event.arrival).slice(0, maxShown);
  const shown = [...earliest.map(describe), ...adopted].toSorted((a, b) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : 0,
  );
  return { count: inTheWay.length + adopted.length, shown: shown.slice(0, maxShown) };
}

interface EventInTheWay extends Nights {
  readonly event: FeedReading["events"][number];
  readonly booking: number;
}

function describe({ event, booking, arrival, departure }: EventInTheWay): Conflict {
  const count = Math.min(departure - arrival, maxNights);
  return {
    uid: event.uid,
    start: formatDay(event.arrival),
    end: formatDay(event.departure),
    nights: Array.from({ length: count }, (_, index) => formatDay(arrival + index)),
    booking_id: booking,
    reason: `the nights are taken by booking ${bookingReference(booking)}`,
  };
}

const adoptedReason = (hasEvent: boolean, name: string): string =>
  hasEvent
    ? `the event has moved, but booking ${name} was turned into a stay: move the stay`
    : `the event is gone, but booking ${name} was turned into a stay: cancel the stay if it no longer applies`;

const movedReason = (hasEvent: boolean, name: string): string =>
  hasEvent
    ? `the event has other nights than booking ${name}, which was moved here: move it again, or cancel it if it no longer applies`
    : `the event is gone, but booking ${name} was moved here: cancel it if it no longer applies`;

/** Bookings that were turned into stays or moved by a person, whose events are gone or have other nights. */
function adoptionConflicts({ events, parts }: FeedReading): Conflict[] {
  const adopted = parts.filter(({ isAdopted }) => isAdopted);
  if (adopted.length === 0) return [];
  const byId = new Map(events.map((event) => [event.id, event]));
  const partsOf = Map.groupBy(parts, ({ event }) => event);
  return adopted.flatMap((stay) => {
    const event = byId.get(stay.event);
    const name = bookingReference(stay.booking);
    const isNext = ({ arrival, departure }: Part): boolean => arrival === stay.departure || departure === stay.arrival;
    const hasMoved =
      event &&
      (sharedNights(event, stay) === 0 ||
        (partsOf.get(stay.event) ?? []).some((part) => part !== stay && isNext(part)));
    // Some of its nights remain: a person chose the others.
    if (event && (!hasMoved || (stay.isMoved && sharedNights(event, stay) > 0))) return [];
    const reason = stay.isMoved ? movedReason(event !== undefined, name) : adoptedReason(event !== undefined, name);
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
