import type { CalendarEvent } from "../read/calendar-event.ts";
import { byArrival, firstFrom, type Nights, sharedNights } from "./nights.ts";

/** A feed's stored event, in epoch days. */
export interface StoredEvent extends Nights {
  readonly id: number;
  readonly key: string;
  readonly gone: boolean;
  /** A live booking holds some of its nights. */
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
 * Matches a calendar's events with stored ones, by UID and recurrence. An unknown one is a vanished event, moved, if it has the same nights,
 * else the same arrival or departure, else some of its nights (spec: identity). New events reuse rows of vanished ones.
 */
export function matchEvents(stored: readonly StoredEvent[], events: readonly CalendarEvent[]): MatchedEvents {
  const kept = new Map<number, CalendarEvent>();
  const byKey = new Map(stored.map((event) => [event.key, event]));
  let unknown: CalendarEvent[] = [];
  for (const event of events) {
    const match = byKey.get(event.key);
    if (match) kept.set(match.id, event);
    else unknown.push(event);
  }
  const matching = (find: (event: CalendarEvent) => StoredEvent | undefined): void => {
    unknown = unknown.filter((event) => {
      const found = find(event);
      if (found) kept.set(found.id, event);
      return !found;
    });
  };
  const left = stored.filter(({ id }) => !kept.has(id));
  const isFree = ({ id }: StoredEvent): boolean => !kept.has(id);
  const sameNights = queues(left, nightsOf);
  matching((event) => take(sameNights.get(nightsOf(event)), isFree));
  const held = left.filter((event) => event.isHeld && isFree(event)).toSorted(byArrival);
  const [sameArrival, sameDeparture] = [
    queues(held, ({ arrival }) => arrival),
    queues(held, ({ departure }) => departure),
  ];
  matching(
    ({ arrival, departure }) => take(sameDeparture.get(departure), isFree) ?? take(sameArrival.get(arrival), isFree),
  );
  const overlapping = new Overlaps(held);
  matching((event) => overlapping.best(event, isFree));
  const spare = left.filter(({ gone, isHeld }) => gone && !isHeld);
  matching(() => take(spare, isFree));
  const gone = stored.filter((event) => !event.gone && isFree(event)).map(({ id }) => id);
  return { kept, added: unknown, gone };
}

const nightsOf = ({ arrival, departure }: Nights): string => `${arrival} ${departure}`;

const queues = <K>(events: readonly StoredEvent[], keyOf: (event: StoredEvent) => K): Map<K, StoredEvent[]> =>
  Map.groupBy(events, keyOf);

/** Takes the queue's next unmatched event. */
function take(queue: StoredEvent[] | undefined, isFree: (event: StoredEvent) => boolean): StoredEvent | undefined {
  while (queue && queue.length > 0) {
    const next = queue.pop();
    if (next && isFree(next)) return next;
  }
  return undefined;
}

/** Maximum earlier events to compare: a feed rarely has more that overlap. */
const maxCompared = 200;

/** Events in order of arrival, to find those that share nights. */
class Overlaps {
  readonly #events: readonly StoredEvent[];
  /** The latest departure up to each event. */
  readonly #latest: readonly number[];

  constructor(events: readonly StoredEvent[]) {
    this.#events = events;
    let latest = Number.NEGATIVE_INFINITY;
    this.#latest = events.map(({ departure }) => (latest = Math.max(latest, departure)));
  }

  /** The free event that shares most nights. */
  best(nights: Nights, isFree: (event: StoredEvent) => boolean): StoredEvent | undefined {
    let best: StoredEvent | undefined;
    let at = firstFrom(this.#events, nights.departure) - 1;
    for (let steps = 0; at >= 0 && steps < maxCompared && (this.#latest[at] ?? 0) > nights.arrival; at--, steps++) {
      const event = this.#events[at];
      if (!event || !isFree(event)) continue;
      if (sharedNights(event, nights) > (best ? sharedNights(best, nights) : 0)) best = event;
    }
    return best;
  }
}
