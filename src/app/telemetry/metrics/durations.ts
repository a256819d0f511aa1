/** Labels of a series, by their names. */
export type Labels = Readonly<Record<string, string>>;

/** One series of a histogram of durations: nothing but numbers, so that to record costs nothing worth measuring. */
export class DurationSeries {
  readonly labels: Labels;
  /** How many fell between two bounds each; those beyond the last one at the end. */
  readonly counts: Float64Array;
  /** Seconds. */
  sum = 0;
  readonly #bounds: readonly number[];

  constructor(bounds: readonly number[], labels: Labels) {
    this.labels = labels;
    this.counts = new Float64Array(bounds.length + 1);
    this.#bounds = bounds;
  }

  record(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    let index = 0;
    while (index < this.#bounds.length && seconds > (this.#bounds[index] ?? 0)) index++;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += seconds;
  }
}

/** A histogram of durations, by series. What it is shown as is computed when somebody asks (`recorded-histogram.ts`). */
export class Durations {
  /** Seconds, in ascending order. */
  readonly bounds: readonly number[];
  readonly #series = new Map<string, DurationSeries>();

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
  }

  get series(): Iterable<DurationSeries> {
    return this.#series.values();
  }

  /** The series of a key. @param labels called once a key */
  of(key: string, labels: () => Labels): DurationSeries {
    const found = this.#series.get(key);
    if (found) return found;
    const made = new DurationSeries(this.bounds, labels());
    this.#series.set(key, made);
    return made;
  }
}
