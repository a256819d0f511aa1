import type { FastifyBaseLogger } from "fastify";
import type { JobRuns } from "./job-runs.ts";

/** One turn of recurring work. */
export interface Turn {
  /** Aborted when the process is to end, or the turn has taken too long: the work stops between two pieces. */
  readonly signal: AbortSignal;
  /** Logs a piece that failed, by its name; the others go on. */
  report(piece: string, error: unknown): void;
}

/** Something that happens again and again, in one process of those that work on a database. */
export interface RecurringJob {
  /** Never changes where it has a pattern: the database knows it by this name. */
  readonly name: string;
  /** Every so many seconds, fewer than sixty; or a cron pattern in UTC, once an hour or more rarely. The first turn is taken at once, or at the next time of the pattern. */
  readonly every: { readonly seconds: number } | { readonly cron: string };
  run(turn: Turn): Promise<unknown>;
}

/** Work that recurs within the minute. */
export type FrequentJob = RecurringJob & { readonly every: { readonly seconds: number } };

/** Work that recurs by a cron pattern. */
export type ScheduledJob = RecurringJob & { readonly every: { readonly cron: string } };

export const isFrequent = (job: RecurringJob): job is FrequentJob => "seconds" in job.every;
export const isScheduled = (job: RecurringJob): job is ScheduledJob => "cron" in job.every;

/** Takes a turn: never rejects, since the next one makes good what failed. */
export type TakeTurn = (job: RecurringJob, signal: AbortSignal) => Promise<void>;

/** @returns takes turns that are counted, and logged when they fail */
export function turnsOf(logger: FastifyBaseLogger, runs: JobRuns): TakeTurn {
  const failed = (job: string, error: unknown): void =>
    logger.error({ job, err: error }, "a job failed and will be tried again");
  return (job, signal) =>
    runs
      .counted(job.name, () => job.run({ signal, report: failed }), "with its error")
      .then(() => undefined)
      .catch((error: unknown) => failed(job.name, error));
}
