/** An event of a foreign calendar, as nights of the rental: [arrival, departure) in epoch days. */
export interface WantedEvent {
  /** SHA-256 (hex) of what identifies it in its calendar: its UID, and which recurrence it is. */
  readonly key: string;
  /** Its UID, or as much of it as is shown; where it has none, where it came from in words. */
  readonly uid: string;
  readonly arrival: number;
  readonly departure: number;
}

/** Nights of an event that no earlier one of the same calendar holds. */
export interface HeldNights {
  readonly from: number;
  /** The day after the last; `from` where there are none. */
  readonly until: number;
}

/**
 * Which nights each event holds itself. Events of one calendar may overlap (a stay, and the block around it), and no night is sold
 * twice: in the order of their arrivals, longer ones first, each holds what those before it do not. So it is at most one piece each,
 * together they hold every night of every event, and the answer does not depend on the order of the calendar.
 */
export function holdNights(events: readonly WantedEvent[]): Map<string, HeldNights> {
  const ordered = events.toSorted(
    (a, b) => a.arrival - b.arrival || b.departure - a.departure || (a.key < b.key ? -1 : 1),
  );
  const held = new Map<string, HeldNights>();
  let until = Number.NEGATIVE_INFINITY;
  for (const { key, arrival, departure } of ordered) {
    const from = Math.min(Math.max(arrival, until), departure);
    held.set(key, { from, until: departure });
    until = Math.max(until, departure);
  }
  return held;
}
