import { Random } from "../concurrency/load.ts";
import type { FaultKind } from "./faults/kinds.ts";

/** A fault, as it is drawn before the campaign begins. */
export interface PlannedFault {
  /** Milliseconds after the beginning; a fault that is not over by then holds it up. */
  readonly at: number;
  readonly kind: FaultKind;
  /** Milliseconds for which whatever it strikes stays so, or down. */
  readonly lasts: number;
  /** What it strikes, of those that are there. */
  readonly random: Random;
}

/** All that follows from the seed. */
export interface Plan {
  readonly seed: number;
  readonly faults: readonly PlannedFault[];
  /** What a client draws from in one of its steps: the same whatever its steps before have drawn. */
  drawsOf(client: number, step: number): Random;
  /** What others draw from: the receivers, readers of the feed, the program that writes by SQL. */
  readonly aside: (number: number) => Random;
}

/** Faults that follow each other until a minute's sixth before the end. @param kinds what can be done on this machine, each as often as it is to come */
export function planOf(seed: number, minutes: number, kinds: readonly FaultKind[]): Plan {
  const random = new Random(seed);
  const faults: PlannedFault[] = [];
  const end = minutes * 60_000 - 10_000;
  let bag: FaultKind[] = [];
  for (let at = 5000; at < end; at += 4000 + random.below(8000)) {
    if (bag.length === 0) bag = shuffled(kinds, random);
    const [kind, ...left] = bag;
    if (!kind) break;
    bag = left;
    faults.push({ at, kind, lasts: 500 + random.below(7500), random: new Random(random.below(2 ** 31)) });
  }
  return {
    seed,
    faults,
    drawsOf: (client, step) => new Random(Math.imul(seed + 1, 7919) + client * 1_000_003 + step * 97),
    aside: (number) => new Random(seed * 31 + number),
  };
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [one, two] = [mixed[at], mixed[other]];
    if (one === undefined || two === undefined) continue;
    [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}
