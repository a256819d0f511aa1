import { type JobHelpers, type ParsedCronItem, parseCronItem, type TaskList } from "graphile-worker";
import Type from "typebox";
import type { Database } from "../../database/connect/database.ts";
import type { AnyJob, JobContext } from "../../kernel/write/jobs/job.ts";
import { runFrequentJobs } from "./frequent-work.ts";
import type { JobRuns } from "./job-runs.ts";
import type { FrequentJob, RunRecurring, ScheduledJob } from "./recurring.ts";

/** Default limits for an attempt of a job, and for a run of scheduled work, which must end before its next one. */
const maxAttemptMs = 5 * 60_000;
const maxScheduledRunMs = 55 * 60_000;

/** The frequent work moves on after this time, to a less busy process or a newer release. */
const handOverMs = 5 * 60_000;

const queued = Type.Object({ account: Type.Integer(), payload: Type.Unknown() });

/** The queue job for all work that recurs within a minute. */
export const frequentWork = { name: "frequent work", key: "recurring:frequent work" } as const;

/** Recurring work runs before queued jobs, is retried until it succeeds, and is queued only once. */
export const recurringSpec = { priority: -1, maxAttempts: 32_767 } as const;

/** The dependencies of all tasks. */
export interface TaskContext {
  readonly database: Database;
  readonly surroundings: Omit<JobContext, "scope" | "account" | "attempt" | "last" | "now" | "signal" | "ending">;
  readonly clock: () => number;
  readonly runs: JobRuns;
  readonly ending: AbortSignal;
}

/** Wraps an account's job for the library: scoped to the account, with a time limit. */
export function taskOf(job: AnyJob, context: TaskContext): TaskList[string] {
  const { database, surroundings, clock, runs, ending } = context;
  return async (content, { job: { attempts, max_attempts }, abortSignal }) => {
    // Loaded with the first job, for a faster start. `typebox/value` exports it too, but takes three megabytes more.
    const { Check } = await import("typebox/schema");
    if (!Check(queued, content)) throw new Error(`The job ${job.name} was queued without an account.`);
    const { account, payload } = content;
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(job.maxRunMs ?? maxAttemptMs)]);
    const scope = database.within([account], { actor: `Job:${job.name}` });
    const last = attempts >= max_attempts;
    const jobContext = { ...surroundings, scope, account, attempt: attempts, last, now: clock(), signal, ending };
    const work = () => Promise.race([job.perform(jobContext, payload), rejectOnAbort(signal)]);
    await runs.counted(job.name, work, "without its error");
  };
}

/** The task of the frequent work. It requeues itself; so does any process that finds it missing. */
export function frequentTask(jobs: readonly FrequentJob[], run: RunRecurring, ending: AbortSignal): TaskList[string] {
  return async (_, helpers) => {
    await Promise.race([runFrequentJobs(jobs, run, handOverMs, ending), rejectOnAbort(helpers.abortSignal)]);
    await queueAgain(frequentWork.name, helpers);
  };
}

/** The task of scheduled work. When its process ends, another one continues. */
export function scheduledTask(job: ScheduledJob, run: RunRecurring, ending: AbortSignal): TaskList[string] {
  return async (_, helpers) => {
    const limit = AbortSignal.any([helpers.abortSignal, AbortSignal.timeout(maxScheduledRunMs)]);
    await Promise.race([run(job, AbortSignal.any([ending, limit])), rejectOnAbort(limit)]);
    if (ending.aborted) await queueAgain(job.name, helpers);
  };
}

/** The cron item of scheduled work. It replaces a waiting run; a start catches up on the last hour. */
export function cronItemOf({ name, every }: ScheduledJob): ParsedCronItem {
  return parseCronItem({
    task: name,
    match: every.cron,
    options: {
      ...recurringSpec,
      jobKey: `recurring:${name}`,
      jobKeyMode: "replace",
      backfillPeriod: 60 * 60_000,
    },
  });
}

/** Queues a new run. The running one loses its key and is deleted when it ends. */
async function queueAgain(name: string, { addJob }: JobHelpers): Promise<void> {
  await addJob(name, {}, { ...recurringSpec, jobKey: `recurring:${name}`, jobKeyMode: "replace" });
}

/** @returns rejects once the signal is aborted */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The attempt was aborted.", { cause: signal.reason })));
  });
}
