import { Histogram, type Registry } from "prom-client";
import type { Durations, DurationSeries } from "./durations.ts";

/** A line of a histogram, with the labels that are of its own, and those that it shares with the others of its series. */
interface Line {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Shows what was recorded elsewhere as a histogram of Prometheus. */
export class RecordedHistogram extends Histogram {
  readonly #shown: { readonly name: string; readonly help: string };
  readonly #durations: Durations;

  constructor(registry: Registry, shown: { readonly name: string; readonly help: string }, durations: Durations) {
    super({ ...shown, registers: [registry], buckets: [...durations.bounds] });
    this.#shown = shown;
    this.#durations = durations;
  }

  /** What the registry asks a histogram for; the library's types leave it out. */
  async getForPromString() {
    const values = [...this.#durations.series].flatMap((series) => this.#linesOf(series));
    return { ...this.#shown, type: "histogram", values };
  }

  #linesOf({ labels: sharedLabels, counts, sum }: DurationSeries): Line[] {
    const { name } = this.#shown;
    let count = 0;
    const buckets = [...counts].map((within, index) => {
      count += within;
      const le = this.#durations.bounds[index] ?? "+Inf";
      return { metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
    ];
  }
}
