/** The nights (or days) from `start` to `end`, both included; epoch days. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * When a rule or a fee applies; exactly one of three (pricing.md §2). "In force on a day" means that the day is inside it.
 * `seasons` carries the periods of the seasons that were chosen: none of them, no day.
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

/** So many periods are looked through faster than searched. */
const few = 16;

/** Longer lists in the order of their days, joined where they touch. They never change. */
const inOrder = new WeakMap<readonly Period[], readonly Period[]>();

function isIn(periods: readonly Period[], day: number): boolean {
  if (periods.length <= few) {
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

/** The same days in their order, joined where periods touch or overlap. */
export function periodsInOrder(periods: readonly Period[]): readonly Period[] {
  if (periods.length < 2) return periods;
  const known = inOrder.get(periods);
  if (known) return known;
  const ordered = joined(periods);
  inOrder.set(periods, ordered);
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

/**
 * The periods that a rule about whole periods is about: its dates, or each period of its seasons by itself. A rule that always
 * applies names no period; there it never has an effect.
 */
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
