/** A measurable claim about the service. */
export interface Bench {
  /** One sentence: the measured requests and the baseline. */
  readonly claim: string;
  run(options: BenchOptions): Promise<Outcome>;
}

/** Command-line options. Each benchmark has its own defaults. */
export interface BenchOptions {
  readonly seconds: number | undefined;
  readonly rounds: number | undefined;
  /** The parts to measure: comma-separated name prefixes of their figures. */
  readonly only: string | undefined;
  /** The directory for CPU profiles of the measured processes. */
  readonly profile: string | undefined;
  /** Bookings of all accounts per booking of the measured account (growth). */
  readonly share: number | undefined;
  /** Minutes of light load (memory). */
  readonly soak: number | undefined;
  /** Whether to write plots; false for JSON output. */
  readonly plots: boolean;
  /** The root of another working tree whose service is also measured. */
  readonly beside: string | undefined;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** A table with notes. */
  readonly text: string;
  /** Flat figures by documented name. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A benchmark's failure; the message states the reason. */
export class BenchError extends Error {}

/** The parts to measure: all or the requested ones. @throws BenchError listing the parts if none matches */
export function chosen<P extends { readonly name: string }>(parts: readonly P[], { only }: BenchOptions): readonly P[] {
  const found = parts.filter(({ name }) => only === undefined || only.split(",").includes(name));
  if (found.length > 0) return found;
  throw new BenchError(`Unknown part "${only}". Parts: ${parts.map(({ name }) => name).join(", ")}.`);
}
