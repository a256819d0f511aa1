/** A claim about the service that can be measured at any time. */
export interface Bench {
  /** One sentence: what is measured, against what. */
  readonly claim: string;
  run(options: BenchOptions): Promise<Outcome>;
}

/** What the command line may say; each benchmark knows its own defaults. */
export interface BenchOptions {
  readonly seconds: number | undefined;
  readonly rounds: number | undefined;
  /** The parts to measure, by the names that their figures begin with, with commas between them. */
  readonly only: string | undefined;
  /** Where to write CPU profiles of the measured processes. */
  readonly profile: string | undefined;
  /** How many bookings all accounts have for each one of the account that is measured (growth). */
  readonly share: number | undefined;
  /** Minutes for which the service is loaded gently (memory). */
  readonly soak: number | undefined;
  /** Whether plots are written; not where figures alone are asked for. */
  readonly plots: boolean;
  /** The root of another working tree whose service is measured in the same run. */
  readonly beside: string | undefined;
  /** Aborted when the person at the keyboard has seen enough. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** For people: a table and what to know about it. */
  readonly text: string;
  /** For programs: flat, named as the benchmark's documentation says. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A benchmark that measured nothing worth printing; the message says why. */
export class BenchError extends Error {}

/** The parts to measure: all, or the one that was asked for. @throws BenchError that names them */
export function chosen<P extends { readonly name: string }>(parts: readonly P[], { only }: BenchOptions): readonly P[] {
  const found = parts.filter(({ name }) => only === undefined || only.split(",").includes(name));
  if (found.length > 0) return found;
  throw new BenchError(`There is no part "${only}"; there are: ${parts.map(({ name }) => name).join(", ")}.`);
}
