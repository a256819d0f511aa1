/** A run of nights [arrival, departure) in epoch days. */
export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** The nights that two runs share: 0 if none. */
export const sharedNights = (one: Nights, other: Nights): number =>
  Math.max(0, Math.min(one.departure, other.departure) - Math.max(one.arrival, other.arrival));

export const areEqual = (one: Nights, other: Nights): boolean =>
  one.arrival === other.arrival && one.departure === other.departure;

/** The nights of a run from a day on; empty runs end where they start. */
export const fromDay = (day: number, { arrival, departure }: Nights): Nights => ({
  arrival: Math.max(day, arrival),
  departure: Math.max(day, departure),
});

export const byArrival = (one: Nights, other: Nights): number =>
  one.arrival - other.arrival || other.departure - one.departure;

/** The index of the first run that arrives on a day or later. @param runs by arrival */
export function firstFrom(runs: readonly Nights[], day: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle]?.arrival ?? Number.POSITIVE_INFINITY) >= day) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** From the first to the last night of some runs; undefined without any. */
export function spanOf(runs: readonly Nights[]): Nights | undefined {
  const [first, ...others] = runs;
  return others.reduce<Nights | undefined>(
    (span, { arrival, departure }) =>
      span && { arrival: Math.min(span.arrival, arrival), departure: Math.max(span.departure, departure) },
    first,
  );
}

/** Taken nights, as runs in order without overlaps. */
export class TakenNights {
  readonly #runs: Nights[] = [];

  constructor(runs: readonly Nights[]) {
    for (const run of runs.toSorted(byArrival)) {
      const last = this.#runs.at(-1);
      if (last && run.arrival <= last.departure)
        this.#runs[this.#runs.length - 1] = { ...last, departure: Math.max(last.departure, run.departure) };
      else this.#runs.push({ arrival: run.arrival, departure: run.departure });
    }
  }

  /** The free runs within some nights. */
  freeIn({ arrival, departure }: Nights): Nights[] {
    const free: Nights[] = [];
    let from = arrival;
    for (let at = this.#firstEndingAfter(arrival); from < departure; at++) {
      const run = this.#runs[at];
      const until = Math.min(departure, run?.arrival ?? departure);
      if (from < until) free.push({ arrival: from, departure: until });
      from = Math.max(from, run?.departure ?? departure);
    }
    return free;
  }

  #firstEndingAfter(day: number): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#runs[middle]?.departure ?? Number.POSITIVE_INFINITY) > day) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
