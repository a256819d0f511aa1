import type { StaticFigures, StaticRate } from "../../../../core/pricing/rates/static-rates.ts";

/** A run of nights with the same figures; days are epoch days, amounts hundredths. */
export interface Run extends StaticRate {
  readonly currency: string;
}

/** A stored run. */
export interface StoredRun extends Run {
  readonly id: number;
}

/** The changes to a rental's stored runs. */
export interface RateChanges {
  /** Stored runs with their new contents. */
  readonly changed: readonly StoredRun[];
  readonly added: readonly Run[];
  /** Ids of runs to delete. */
  readonly removed: readonly number[];
}

/**
 * Matches computed runs with stored ones to keep ids stable (pricing.md §4): first by equal figures and a common night, then by any
 * common night. A price change thus updates a rate instead of replacing it.
 *
 * Not specified: a run that has started keeps its first night, so at midnight only the ends of the window move.
 * @param stored live runs in ascending order, without overlaps
 * @param computed likewise, none before `first`
 */
export function matchRates(stored: readonly StoredRun[], computed: readonly Run[], first: number): RateChanges {
  const free = new Set(stored);
  const changed: StoredRun[] = [];
  const left: Run[] = [];
  for (const run of computed) {
    const same = overlapping(free, run).find((candidate) => haveSameFigures(candidate, run));
    if (!same) {
      left.push(run);
      continue;
    }
    free.delete(same);
    const start = run.start === first ? Math.min(same.start, first) : run.start;
    if (start !== same.start || run.end !== same.end) changed.push({ ...run, id: same.id, start });
  }
  const added: Run[] = [];
  for (const run of left) {
    const [match] = overlapping(free, run);
    if (match) {
      free.delete(match);
      changed.push({ ...run, id: match.id });
    } else added.push(run);
  }
  return { changed, added, removed: [...free].map(({ id }) => id) };
}

function overlapping(runs: Iterable<StoredRun>, { start, end }: Run): StoredRun[] {
  const found: StoredRun[] = [];
  for (const run of runs) {
    if (run.start > end) break;
    if (run.end >= start) found.push(run);
  }
  return found;
}

const figures: readonly (keyof StaticFigures)[] = [
  "initialNightly",
  "initialWeekly",
  "initialMonthly",
  "finalNightly",
  "finalWeekly",
  "finalMonthly",
  "minimumStay",
];

function haveSameFigures(some: Run, others: Run): boolean {
  return some.currency === others.currency && figures.every((name) => some[name] === others[name]);
}
