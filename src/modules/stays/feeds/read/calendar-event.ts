/** An event of an imported calendar, as nights [arrival, departure) in epoch days. */
export interface CalendarEvent {
  /** SHA-256 (hex) of its UID and recurrence. */
  readonly key: string;
  /** Its UID, truncated for display, or a description if it has none. */
  readonly uid: string;
  readonly arrival: number;
  readonly departure: number;
}

/** An event's nights that no earlier event of the calendar holds. */
export interface HeldNights {
  readonly from: number;
  /** The day after the last night; equals `from` if there are none. */
  readonly until: number;
}

/**
 * Assigns each night to one event, because a calendar's events may overlap. By arrival, longer ones first, each event holds the nights
 * that earlier ones do not: one contiguous range, independent of the calendar's order.
 */
export function holdNights(events: readonly CalendarEvent[]): Map<string, HeldNights> {
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
