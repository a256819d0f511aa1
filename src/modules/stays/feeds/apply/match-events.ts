import type { CalendarEvent } from "../read/calendar-event.ts";

/** A feed's stored event, in epoch days. */
export interface StoredEvent {
  readonly id: number;
  readonly key: string;
  readonly arrival: number;
  readonly departure: number;
  readonly gone: boolean;
  /** A live booking holds its nights. */
  readonly isHeld: boolean;
}

/** A calendar's events, matched with the stored ones. */
export interface MatchedEvents {
  /** Current events by stored id. */
  readonly kept: ReadonlyMap<number, CalendarEvent>;
  readonly added: readonly CalendarEvent[];
  /** Ids of stored events missing from the calendar. */
  readonly gone: readonly number[];
}

/**
 * Matches a calendar's events with stored ones, by UID (conventions.md). Some producers change UIDs at each poll, so an unknown UID also
 * matches a vanished event with the same nights, or the current stay with the same departure. New events reuse rows of vanished ones.
 * @param today epoch day in the rental's time zone
 */
export function matchEvents(
  stored: readonly StoredEvent[],
  events: readonly CalendarEvent[],
  today: number,
): MatchedEvents {
  const kept = new Map<number, CalendarEvent>();
  const byKey = new Map(stored.map((event) => [event.key, event]));
  const unknown: CalendarEvent[] = [];
  for (const event of events) {
    const match = byKey.get(event.key);
    if (match) kept.set(match.id, event);
    else unknown.push(event);
  }
  const left = stored.filter(({ id }) => !kept.has(id));
  const sameNights = queues(left, ({ arrival, departure }) => `${arrival} ${departure}`);
  const underWay = queues(
    left.filter(({ arrival, isHeld }) => isHeld && arrival < today),
    ({ departure }) => String(departure),
  );
  const spare = left.filter(({ gone, isHeld }) => gone && !isHeld);
  const added: CalendarEvent[] = [];
  const isFree = ({ id }: StoredEvent): boolean => !kept.has(id);
  const withoutNights: CalendarEvent[] = [];
  for (const event of unknown) {
    const found =
      take(sameNights.get(`${event.arrival} ${event.departure}`), isFree) ??
      (event.arrival <= today ? take(underWay.get(String(event.departure)), isFree) : undefined);
    if (found) kept.set(found.id, event);
    else withoutNights.push(event);
  }
  for (const event of withoutNights) {
    const found = take(spare, isFree);
    if (found) kept.set(found.id, event);
    else added.push(event);
  }
  const gone = stored.filter((event) => !event.gone && isFree(event)).map(({ id }) => id);
  return { kept, added, gone };
}

const queues = (events: readonly StoredEvent[], keyOf: (event: StoredEvent) => string): Map<string, StoredEvent[]> =>
  Map.groupBy(events, keyOf);

/** Takes the queue's next unmatched event. */
function take(queue: StoredEvent[] | undefined, isFree: (event: StoredEvent) => boolean): StoredEvent | undefined {
  while (queue && queue.length > 0) {
    const next = queue.pop();
    if (next && isFree(next)) return next;
  }
  return undefined;
}
