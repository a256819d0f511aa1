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
      for (const period of applies.periods) if (covers(period, day)) return true;
      return false;
  }
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
