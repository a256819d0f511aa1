import { areEqual, sharedNights } from "./nights.ts";
import type { Opening, Part, PartMove } from "./reading.ts";

/** Bookings to end, move and create. */
export interface AssignedParts {
  readonly ends: readonly Part[];
  readonly moves: readonly PartMove[];
  readonly creates: readonly Opening[];
}

/**
 * Gives each run of an event's nights one of its bookings: the one with most of its nights, else any other. So a booking keeps its notes
 * when its event moves. A booking that has begun keeps its first night.
 */
export function assignParts(runs: readonly Opening[], parts: readonly Part[], today: number): AssignedParts {
  const [ends, moves, creates]: [Part[], PartMove[], Opening[]] = [[], [], []];
  const runsByEvent = Map.groupBy(runs, ({ event }) => event);
  const partsByEvent = Map.groupBy(parts, ({ event }) => event);
  for (const [event, own] of partsByEvent) if (!runsByEvent.has(event)) ends.push(...own);
  for (const [event, wanted] of runsByEvent) {
    const left = new Set(partsByEvent.get(event));
    const open = new Set(wanted);
    for (const [part, run] of byFit(left, open)) {
      if (!left.has(part) || !open.has(run)) continue;
      left.delete(part);
      open.delete(run);
      const keepsFirst = part.arrival < today && run.arrival === today;
      const nights = { arrival: keepsFirst ? part.arrival : run.arrival, departure: run.departure };
      if (!areEqual(part, nights)) moves.push({ part, ...nights });
    }
    ends.push(...left);
    creates.push(...open);
  }
  return { ends, moves, creates };
}

/** All pairs of parts and runs of one event, those with most common nights first. */
function byFit(parts: ReadonlySet<Part>, runs: ReadonlySet<Opening>): [Part, Opening][] {
  const pairs = [...parts].flatMap((part) => [...runs].map((run): [Part, Opening] => [part, run]));
  if (pairs.length < 2) return pairs;
  return pairs.toSorted(
    ([a, x], [b, y]) =>
      sharedNights(b, y) - sharedNights(a, x) ||
      a.arrival - b.arrival ||
      a.booking - b.booking ||
      x.arrival - y.arrival,
  );
}
