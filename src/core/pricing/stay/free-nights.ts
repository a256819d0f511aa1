/** Taken nights `arrival` … `departure` - 1. Unordered; they may touch and overlap. */
export interface TakenNights {
  readonly arrival: number;
  readonly departure: number;
}

/** The free nights before `day`, back to the previous taken one; Infinity without one. */
export function freeNightsBefore(taken: readonly TakenNights[], day: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { arrival, departure } of taken) {
    if (arrival < day && arrival < departure) last = Math.max(last, Math.min(departure, day));
  }
  return day - last;
}

/** The free nights from `day` on, up to the next taken one; Infinity without one. */
export function freeNightsFrom(taken: readonly TakenNights[], day: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { arrival, departure } of taken) {
    if (departure > day && arrival < departure) next = Math.min(next, Math.max(arrival, day));
  }
  return next - day;
}

/** The free nights around each day of a range. */
export class FreeNights {
  readonly #first: number;
  readonly #before: Float64Array;
  readonly #from: Float64Array;

  /** Covers the days `first` … `end`, the last included, because a departure is a day too. */
  constructor(taken: readonly TakenNights[], first: number, end: number) {
    const days = end - first + 1;
    const isTaken = new Uint8Array(days);
    for (const { arrival, departure } of taken) {
      if (departure > first && arrival <= end) isTaken.fill(1, Math.max(arrival - first, 0), departure - first);
    }
    this.#first = first;
    this.#before = new Float64Array(days);
    this.#from = new Float64Array(days);
    let free = freeNightsBefore(taken, first);
    for (let index = 0; index < days; index++) {
      this.#before[index] = free;
      free = isTaken[index] ? 0 : free + 1;
    }
    free = freeNightsFrom(taken, end + 1);
    for (let index = days - 1; index >= 0; index--) {
      free = isTaken[index] ? 0 : free + 1;
      this.#from[index] = free;
    }
  }

  before(day: number): number {
    return this.#before[day - this.#first] ?? 0;
  }

  from(day: number): number {
    return this.#from[day - this.#first] ?? 0;
  }
}
