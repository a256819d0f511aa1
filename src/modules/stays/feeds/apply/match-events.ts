import type { WantedEvent } from "../read/wanted-event.ts";

/** What is stored of an event of a feed. Epoch days. */
export interface StoredEvent {
  readonly id: number;
  readonly key: string;
  readonly arrival: number;
  readonly departure: number;
  readonly gone: boolean;
  /** A booking keeps its nights at the moment. */
  readonly isHeld: boolean;
}

/** Which stored event each event of a calendar is. */
export interface MatchedEvents {
  /** Stored events by their ids, as they are now. */
  readonly kept: ReadonlyMap<number, WantedEvent>;
  readonly added: readonly WantedEvent[];
  /** Ids of those that are in the calendar no more. */
  readonly gone: readonly number[];
}

/**
 * Finds the events of a calendar among those that are stored. An event is its UID (conventions.md). Some producers make new UIDs each
 * time: an event of unknown UID is then the one whose nights it has and whose UID is gone, or the stay that is under way and ends on the
 * same day (producers cut off what is past). Otherwise every poll would cancel all bookings and make them again. What is long gone
 * lends its row to what is new, so that their number stays that of the calendar.
 * @param today in the rental's time zone, an epoch day
 */
export function matchEvents(
  stored: readonly StoredEvent[],
  wanted: readonly WantedEvent[],
  today: number,
): MatchedEvents {
  const kept = new Map<number, WantedEvent>();
  const byKey = new Map(stored.map((event) => [event.key, event]));
  const unknown: WantedEvent[] = [];
  for (const event of wanted) {
    const known = byKey.get(event.key);
    if (known) kept.set(known.id, event);
    else unknown.push(event);
  }
  const left = stored.filter(({ id }) => !kept.has(id));
  const sameNights = queues(left, ({ arrival, departure }) => `${arrival} ${departure}`);
  const underWay = queues(
    left.filter(({ arrival, isHeld }) => isHeld && arrival < today),
    ({ departure }) => String(departure),
  );
  const spare = left.filter(({ gone, isHeld }) => gone && !isHeld);
  const added: WantedEvent[] = [];
  const isFree = ({ id }: StoredEvent): boolean => !kept.has(id);
  const withoutNights: WantedEvent[] = [];
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

/** The next of a queue that is still free. */
function take(queue: StoredEvent[] | undefined, isFree: (event: StoredEvent) => boolean): StoredEvent | undefined {
  while (queue && queue.length > 0) {
    const next = queue.pop();
    if (next && isFree(next)) return next;
  }
  return undefined;
}
