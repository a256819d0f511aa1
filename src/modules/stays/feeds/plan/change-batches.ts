import { byArrival, fromDay, type Nights } from "./nights.ts";
import type { Reading, ReadingPlan } from "./reading.ts";

/**
 * The events whose bookings a plan changes, in batches of one transaction each. Events that share nights, before or after, are together, so
 * that their bookings move rather than end. Of a longer chain, only the changed events, in several batches: the database closes the nights
 * that one leaves to another (0109_close_freed_nights.sql).
 */
export function changeBatches(
  { events, parts, today }: Reading,
  plan: ReadingPlan,
  batchSize: number,
): readonly (readonly number[])[] {
  const changed = new Set([
    ...plan.ends.map(({ event }) => event),
    ...plan.moves.map(({ part }) => part.event),
    ...plan.creates.map(({ event }) => event),
  ]);
  const groups = new Groups();
  const held: (Nights & { event: number })[] = [
    ...events.map((event) => ({ event: event.id, ...fromDay(today, event) })),
    ...parts.map(({ event, ...part }) => ({ event, ...fromDay(today, part) })),
  ].toSorted(byArrival);
  let [until, last] = [Number.NEGATIVE_INFINITY, 0];
  for (const { event, arrival, departure } of held) {
    if (arrival < until) groups.join(event, last);
    if (departure > until) [until, last] = [departure, event];
  }
  const all = Map.groupBy(new Set(held.map(({ event }) => event)), (event) => groups.rootOf(event));
  const isChanged = (event: number): boolean => changed.has(event);
  const batches: number[][] = [[]];
  for (const group of all.values()) {
    const members = group.length > batchSize ? group.filter(isChanged) : group;
    if (!members.some(isChanged)) continue;
    for (let from = 0; from < members.length; from += batchSize) {
      const some = members.slice(from, from + batchSize);
      const last = batches.at(-1);
      if (last && last.length + some.length <= batchSize) last.push(...some);
      else batches.push(some);
    }
  }
  return batches.filter((batch) => batch.length > 0);
}

/** Disjoint sets of events. */
class Groups {
  readonly #parents = new Map<number, number>();

  rootOf(event: number): number {
    let root = event;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    if (root !== event) this.#parents.set(event, root);
    return root;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a !== b) this.#parents.set(a, b);
  }
}
