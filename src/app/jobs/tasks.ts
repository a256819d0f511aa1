import { type JobHelpers, type ParsedCronItem, parseCronItem, type TaskList } from "graphile-worker";
import Type from "typebox";
import type { Database } from "../../database/connect/database.ts";
import type { AnyJob, JobContext } from "../../kernel/write/jobs/job.ts";
import type { JobRuns } from "./job-runs.ts";
import type { FrequentJob, ScheduledJob, TakeTurn } from "./recurring.ts";
import { takeRounds } from "./rounds.ts";

/** Milliseconds that an attempt may take, and a turn of what recurs by a pattern: it is over when the next one comes. */
const longestRun = 5 * 60_000;
const longestTurn = 55 * 60_000;

/** Milliseconds after which the frequent work is handed over: to a process that is less busy, or of a newer release. */
const roundsLength = 5 * 60_000;

const queued = Type.Object({ account: Type.Integer(), payload: Type.Unknown() });

/** What recurs within the minute, as one job of the queue: its name and its key. */
export const rounds = { name: "frequent work", key: "recurring:frequent work" } as const;

/** Recurring work goes before what waits, is tried until it succeeds, and is never twice in the queue. */
export const recurringSpec = { priority: -1, maxAttempts: 32_767 } as const;

/** What jobs are given: the surroundings, the account's part of the database, and the end. */
export interface TaskContext {
  readonly database: Database;
  readonly surroundings: Omit<JobContext, "scope" | "account" | "attempt" | "last" | "now" | "signal" | "ending">;
  readonly clock: () => number;
  readonly runs: JobRuns;
  readonly ending: AbortSignal;
}

/** A job of an account as the library runs it: within its account, and no longer than it may take. */
export function taskOf(job: AnyJob, context: TaskContext): TaskList[string] {
  const { database, surroundings, clock, runs, ending } = context;
  return async (content, { job: { attempts, max_attempts }, abortSignal }) => {
    // Loaded with the first job: a start without one is quicker. `typebox/value` has it as well, and takes three megabytes more.
    const { Check } = await import("typebox/schema");
    if (!Check(queued, content)) throw new Error(`The job ${job.name} was queued without an account.`);
    const { account, payload } = content;
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(longestRun)]);
    const scope = database.within([account], { actor: `Job:${job.name}` });
    const last = attempts >= max_attempts;
    const given = { ...surroundings, scope, account, attempt: attempts, last, now: clock(), signal, ending };
    const work = () => Promise.race([job.perform(given, payload), broken(signal)]);
    await runs.counted(job.name, work, "without its error");
  };
}

/** What recurs within the minute. It queues itself again, and whoever finds it missing does, too. */
export function roundsTask(jobs: readonly FrequentJob[], take: TakeTurn, ending: AbortSignal): TaskList[string] {
  return async (_, helpers) => {
    await Promise.race([takeRounds(jobs, take, roundsLength, ending), broken(helpers.abortSignal)]);
    await queueAgain(rounds.name, helpers);
  };
}

/** A turn of what recurs by a pattern. One that the end of its process cuts short is taken up by another. */
export function turnTask(job: ScheduledJob, take: TakeTurn, ending: AbortSignal): TaskList[string] {
  return async (_, helpers) => {
    const longest = AbortSignal.any([helpers.abortSignal, AbortSignal.timeout(longestTurn)]);
    await Promise.race([take(job, AbortSignal.any([ending, longest])), broken(longest)]);
    if (ending.aborted) await queueAgain(job.name, helpers);
  };
}

/** The jobs of a pattern: one that still waits is replaced. What was missed within the hour is made good at a start. */
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

/** The one that is running gives up its key, and is forgotten when it has ended. */
async function queueAgain(name: string, { addJob }: JobHelpers): Promise<void> {
  await addJob(name, {}, { ...recurringSpec, jobKey: `recurring:${name}`, jobKeyMode: "replace" });
}

/** @returns rejects once the signal is aborted */
function broken(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The attempt was broken off.", { cause: signal.reason })));
  });
}
