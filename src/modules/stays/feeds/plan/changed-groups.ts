import { byArrival, fromDay, type Nights } from "./nights.ts";
import type { Reading, ReadingPlan } from "./reading.ts";

/**
 * Groups events whose bookings a plan changes with all events that share nights with them, before or after. Each group is closed in itself:
 * applied in one transaction, it never opens a night that one of its events still closes.
 */
export function changedGroups({ events, parts, today }: Reading, plan: ReadingPlan): readonly (readonly number[])[] {
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
  return [...all.values()].filter((group) => group.some((event) => changed.has(event)));
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
