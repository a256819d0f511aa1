import { Random } from "../concurrency/load.ts";
import type { FaultKind } from "./faults/kinds.ts";

/** A fault, drawn before the campaign starts. */
export interface PlannedFault {
  /** Milliseconds after the start. An earlier fault that still runs delays it. */
  readonly at: number;
  readonly kind: FaultKind;
  /** The fault's duration in milliseconds. */
  readonly lasts: number;
  /** Draws its target. */
  readonly random: Random;
}

/** Everything that the seed determines. */
export interface Plan {
  readonly seed: number;
  readonly faults: readonly PlannedFault[];
  /** The random numbers of a client's step, independent of its earlier steps. */
  drawsOf(client: number, step: number): Random;
  /** The random numbers of receivers, feed readers and SQL writers. */
  readonly aside: (number: number) => Random;
}

/** Plans faults until ten seconds before the end. @param kinds the possible faults, each as often as it occurs per round */
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
