import type { FastifyBaseLogger } from "fastify";
import type { JobRuns } from "./job-runs.ts";

/** One run of recurring work. */
export interface RecurringRun {
  /** Aborted when the process ends or the run takes too long. The work then stops between two steps. */
  readonly signal: AbortSignal;
  /** Logs a failed step by name. Other steps continue. */
  report(step: string, error: unknown): void;
}

/** Recurring work, which one of the processes on a database runs. */
export interface RecurringJob {
  /** Must never change for a job with a cron pattern: the database identifies it by this name. */
  readonly name: string;
  /** An interval below sixty seconds, whose first run is immediate, or a cron pattern in UTC, once an hour or less often. */
  readonly every: { readonly seconds: number } | { readonly cron: string };
  run(run: RecurringRun): Promise<unknown>;
}

/** Work that recurs within a minute. */
export type FrequentJob = RecurringJob & { readonly every: { readonly seconds: number } };

/** Work that recurs by a cron pattern. */
export type ScheduledJob = RecurringJob & { readonly every: { readonly cron: string } };

export const isFrequent = (job: RecurringJob): job is FrequentJob => "seconds" in job.every;
export const isScheduled = (job: RecurringJob): job is ScheduledJob => "cron" in job.every;

/** Runs recurring work once. Never rejects: the next run catches up. */
export type RunRecurring = (job: RecurringJob, signal: AbortSignal) => Promise<void>;

/** @returns runs recurring work, counts the runs and logs failures */
export function recurringRunner(logger: FastifyBaseLogger, runs: JobRuns): RunRecurring {
  const failed = (job: string, error: unknown): void => logger.error({ job, err: error }, "job failed; will retry");
  return (job, signal) =>
    runs
      .counted(job.name, () => job.run({ signal, report: failed }), "with its error")
      .then(() => undefined)
      .catch((error: unknown) => failed(job.name, error));
}
