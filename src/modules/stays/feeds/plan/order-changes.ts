import { sharedNights } from "./nights.ts";
import type { Opening, Part, PartMove, ReadingPlan } from "./reading.ts";

type Changes = Pick<ReadingPlan, "ends" | "moves" | "creates">;

/**
 * Orders a plan's moves so that each finds its nights free, after the ends and before the creations: the database checks each statement.
 * If parts wait for each other in a circle, one of them ends and is created again.
 */
export function orderChanges({ ends, moves, creates }: Changes): Changes {
  const ordered: PartMove[] = [];
  const [moreEnds, moreCreates]: [Part[], Opening[]] = [[...ends], [...creates]];
  const waiting = new Set(moves);
  const isFree = (move: PartMove): boolean =>
    [...waiting].every((other) => other === move || sharedNights(other.part, move) === 0);
  while (waiting.size > 0) {
    const free = [...waiting].filter(isFree);
    const [first] = waiting;
    if (free.length === 0 && first) {
      moreEnds.push(first.part);
      moreCreates.push({ event: first.part.event, arrival: first.arrival, departure: first.departure });
      waiting.delete(first);
    }
    for (const move of free) {
      ordered.push(move);
      waiting.delete(move);
    }
  }
  return { ends: moreEnds, moves: ordered, creates: moreCreates };
}
