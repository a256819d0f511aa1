import { assignParts } from "./assign-parts.ts";
import { areEqual, byArrival, firstFrom, fromDay, type Nights, sharedNights, TakenNights } from "./nights.ts";
import type { NightsInTheWay, Opening, Part, Reading, ReadingPlan } from "./reading.ts";

/**
 * Plans the bookings of a feed (spec: each night counts). Each event closes all its nights from today on: those that are free become its
 * parts, one booking for each run. A night that other bookings hold stays theirs and is reported. Nights that several events share go to
 * the first of them. A stay that has begun is never canceled.
 */
export function planReading(reading: Reading): ReadingPlan {
  const { events, parts, today } = reading;
  const current = new Set(events.map(({ id }) => id));
  const kept = new Set(parts.filter((part) => part.isAdopted || (hasBegun(part, today) && !current.has(part.event))));
  for (;;) {
    const runs = runsOf(reading, [...kept]);
    const assigned = assignParts(
      runs,
      parts.filter((part) => !kept.has(part)),
      today,
    );
    const left = assigned.ends.filter((part) => hasBegun(part, today));
    if (left.length === 0) return { ...assigned, ...report(reading, kept) };
    // Their nights leave fewer for the other events.
    for (const part of left) kept.add(part);
  }
}

const hasBegun = ({ arrival, departure }: Nights, today: number): boolean => arrival < today && departure > today;

/** The free runs of each event's nights, so that each night belongs to one event. */
function runsOf({ events, others, today }: Reading, kept: readonly Part[]): Opening[] {
  const taken = new TakenNights([...others, ...kept]);
  const runs: Opening[] = [];
  let until = today;
  for (const event of events.toSorted((a, b) => byArrival(a, b) || a.id - b.id)) {
    const nights = fromDay(until, event);
    for (const free of taken.freeIn(nights)) runs.push({ event: event.id, ...free });
    until = Math.max(until, event.departure);
  }
  return runs;
}

/** Finds echoes, and the nights that conflict with the other events. */
function report(
  { events, parts, others, today }: Reading,
  kept: ReadonlySet<Part>,
): Pick<ReadingPlan, "conflicts" | "echoes"> {
  const adopted = parts.filter((part) => kept.has(part) && part.isAdopted);
  const held = [...others, ...adopted].map((one) => ({ ...one, ...fromDay(today, one) })).toSorted(byArrival);
  const longest = held.reduce((most, { arrival, departure }) => Math.max(most, departure - arrival), 0);
  const conflicts: NightsInTheWay[] = [];
  const echoes: number[] = [];
  for (const event of events) {
    const nights = fromDay(today, event);
    const near = held.slice(firstFrom(held, nights.arrival - longest), firstFrom(held, nights.departure));
    const inTheWay = near.filter((one) => sharedNights(one, nights) > 0 && !("event" in one && one.event === event.id));
    if (inTheWay.some((one) => areEqual(one, nights))) echoes.push(event.id);
    else
      for (const { booking, arrival, departure } of inTheWay)
        conflicts.push({
          event: event.id,
          booking,
          arrival: Math.max(arrival, nights.arrival),
          departure: Math.min(departure, nights.departure),
        });
  }
  return { conflicts, echoes };
}
