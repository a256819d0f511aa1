/** A stay as a link shows it. */
export interface LinkedStay {
  readonly rental: number;
  readonly name: string;
  readonly isHold: boolean;
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
  /** Arrival and departure times, in minutes after midnight. */
  readonly comes: number;
  readonly goes: number;
  readonly adults: number;
  readonly children: number;
  readonly comments: readonly string[];
}

/** A departure and the next arrival, as on the console's screen (docs/concepts/cleaning.md). */
export interface Turnover {
  readonly leaving: LinkedStay;
  /** Undefined without an arrival in the days read. */
  readonly next: LinkedStay | undefined;
}

/** Returns the turnovers from `first` to `last`, ordered by departure. */
export function turnoversOf(stays: readonly LinkedStay[], first: number, last: number): Turnover[] {
  const byRental = Map.groupBy(stays, ({ rental }) => rental);
  return stays
    .filter(({ departure }) => first <= departure && departure <= last)
    .map((leaving) => ({ leaving, next: nextAfter(leaving, byRental.get(leaving.rental) ?? []) }))
    .toSorted(inOrder);
}

function nextAfter(leaving: LinkedStay, ofRental: readonly LinkedStay[]): LinkedStay | undefined {
  return ofRental
    .filter((stay) => stay !== leaving && stay.arrival >= leaving.departure)
    .toSorted((one, other) => one.arrival - other.arrival)[0];
}

/** Minutes from the departure to the next arrival. */
export const minutesBetween = ({ leaving, next }: Turnover): number =>
  next ? (next.arrival - leaving.departure) * 1440 + next.comes - leaving.goes : Number.MAX_SAFE_INTEGER;

const inOrder = (one: Turnover, other: Turnover): number =>
  one.leaving.departure - other.leaving.departure ||
  one.leaving.goes - other.leaving.goes ||
  minutesBetween(one) - minutesBetween(other) ||
  one.leaving.name.localeCompare(other.leaving.name);
