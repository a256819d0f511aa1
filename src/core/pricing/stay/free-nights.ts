/** Nights that are taken: `arrival` … `departure` - 1. In no particular order; they may touch and overlap. */
export interface TakenNights {
  readonly arrival: number;
  readonly departure: number;
}

/** How many nights before `day` are free, back to the next taken one; Infinity where nothing was taken before. */
export function freeNightsBefore(taken: readonly TakenNights[], day: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { arrival, departure } of taken) {
    if (arrival < day && arrival < departure) last = Math.max(last, Math.min(departure, day));
  }
  return day - last;
}

/** How many nights from `day` on are free, up to the next taken one; Infinity where nothing is taken any more. */
export function freeNightsFrom(taken: readonly TakenNights[], day: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { arrival, departure } of taken) {
    if (departure > day && arrival < departure) next = Math.min(next, Math.max(arrival, day));
  }
  return next - day;
}

/** The free nights around each day of a range at once. */
export class FreeNights {
  readonly #first: number;
  readonly #before: Float64Array;
  readonly #from: Float64Array;

  /** For the days `first` … `end`, the last included: a departure is a day as well. */
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
