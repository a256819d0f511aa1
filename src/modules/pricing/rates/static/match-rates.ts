import type { StaticFigures, StaticRate } from "../../../../core/pricing/rates/static-rates.ts";

/** A run of nights with its figures, in a currency; days are epoch days, amounts hundredths. */
export interface Run extends StaticRate {
  readonly currency: string;
}

/** A run as it is stored. */
export interface StoredRun extends Run {
  readonly id: number;
}

/** What has to happen to the stored runs of a rental. */
export interface RateChanges {
  /** Stored runs with what they are to say from now on, where that differs. */
  readonly changed: readonly StoredRun[];
  readonly made: readonly Run[];
  /** Ids of those that are no more. */
  readonly gone: readonly number[];
}

/**
 * Finds the stored run of each computed one, so that ids stay while a run does (pricing.md §4): first one with the same figures and a
 * night in common, however its borders have moved; then, of what is left, any with a night in common. A price that changes thus
 * changes a rate, and does not end one and make another.
 *
 * Silent in the specification: a run that has begun keeps its first night, so that nothing but the ends of the window moves at
 * midnight.
 * @param stored live runs in ascending order of their nights, none of which overlap
 * @param computed likewise, none before `first`
 */
export function matchRates(stored: readonly StoredRun[], computed: readonly Run[], first: number): RateChanges {
  const free = new Set(stored);
  const changed: StoredRun[] = [];
  const left: Run[] = [];
  for (const run of computed) {
    const same = overlapping(free, run).find((known) => haveSameFigures(known, run));
    if (!same) {
      left.push(run);
      continue;
    }
    free.delete(same);
    const start = run.start === first ? Math.min(same.start, first) : run.start;
    if (start !== same.start || run.end !== same.end) changed.push({ ...run, id: same.id, start });
  }
  const made: Run[] = [];
  for (const run of left) {
    const [known] = overlapping(free, run);
    if (known) {
      free.delete(known);
      changed.push({ ...run, id: known.id });
    } else made.push(run);
  }
  return { changed, made, gone: [...free].map(({ id }) => id) };
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
