/** The nights (or days) `start` … `end`, both included; epoch days. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * The days on which a rule or a fee is in force: one of three cases (pricing.md §2). `seasons` carries the periods of the chosen seasons;
 * without periods it never applies.
 */
export type Applicability =
  | { readonly when: "always" }
  | { readonly when: "seasons"; readonly periods: readonly Period[] }
  | { readonly when: "dates"; readonly start: number; readonly end: number };

export const always: Applicability = { when: "always" };

export function covers(period: Period, day: number): boolean {
  return period.start <= day && day <= period.end;
}

export function inForce(applies: Applicability, day: number): boolean {
  switch (applies.when) {
    case "always":
      return true;
    case "dates":
      return covers(applies, day);
    case "seasons":
      return isIn(applies.periods, day);
  }
}

/** Shorter lists are scanned: that is faster than a binary search. */
const maxScanned = 16;

/** Long lists, sorted and merged where they touch. Lists are immutable. */
const sortedPeriods = new WeakMap<readonly Period[], readonly Period[]>();

function isIn(periods: readonly Period[], day: number): boolean {
  if (periods.length <= maxScanned) {
    for (const period of periods) if (covers(period, day)) return true;
    return false;
  }
  const ordered = periodsInOrder(periods);
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle]?.end ?? day) < day) low = middle + 1;
    else high = middle;
  }
  const next = ordered[low];
  return next !== undefined && covers(next, day);
}

/** The same days, sorted and merged where periods touch or overlap. */
export function periodsInOrder(periods: readonly Period[]): readonly Period[] {
  if (periods.length < 2) return periods;
  const cached = sortedPeriods.get(periods);
  if (cached) return cached;
  const ordered = joined(periods);
  sortedPeriods.set(periods, ordered);
  return ordered;
}

function joined(periods: readonly Period[]): readonly Period[] {
  const ordered: Period[] = [];
  for (const period of periods.toSorted((a, b) => a.start - b.start)) {
    const last = ordered.at(-1);
    if (last && period.start <= last.end + 1) {
      ordered[ordered.length - 1] = { start: last.start, end: Math.max(last.end, period.end) };
    } else ordered.push(period);
  }
  return ordered;
}

/** The periods of a rule about whole periods: its dates, or each period of its seasons separately. A rule that always applies has none. */
export function periodsOf(applies: Applicability): readonly Period[] {
  switch (applies.when) {
    case "always":
      return [];
    case "dates":
      return [applies];
    case "seasons":
      return applies.periods;
  }
}
