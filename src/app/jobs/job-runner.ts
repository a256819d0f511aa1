import type { FastifyBaseLogger } from "fastify";
import type { TaskList } from "graphile-worker";
import { type JobPool, jobSchema } from "../../database/jobs/job-queue.ts";
import { migrationComparison } from "../../database/readiness-probes.ts";
import type { AnyJob } from "../../kernel/write/jobs/job.ts";
import { Heartbeats, type Pace } from "./heartbeats.ts";
import { JobRuns } from "./job-runs.ts";
import { slotsIn } from "./lanes.ts";
import { isFrequent, isScheduled, type RecurringJob, recurringRunner } from "./recurring.ts";
import { keepRunning } from "./runner-pool.ts";
import {
  cronItemOf,
  frequentTask,
  frequentWork,
  recurringSpec,
  scheduledTask,
  type TaskContext,
  taskOf,
} from "./tasks.ts";

/** Time for running jobs to finish on shutdown, and then to record their outcome: together less than the forced end (start.ts). */
const defaultDrainMs = 20_000;
const defaultRecordMs = 5_000;

/** Options of the job runner. */
export interface JobRunnerOptions extends Pick<TaskContext, "database" | "surroundings" | "clock"> {
  readonly pool: JobPool;
  readonly jobs: readonly AnyJob[];
  /** Recurring work, which one of the processes runs. */
  readonly recurring?: readonly RecurringJob[];
  readonly logger: FastifyBaseLogger;
  /** Milliseconds for running jobs to finish on shutdown. Defaults to 20 seconds. */
  readonly drainMs?: number;
  /** Milliseconds for recording their outcome after that. Defaults to 5 seconds. */
  readonly recordMs?: number;
  /** The delay until a dead process's jobs resume. Defaults to within thirty seconds. */
  readonly pace?: Pace;
}

/**
 * Runs queued jobs and recurring work. All processes on the database share the queue; one of them runs each job (docs/design/jobs.md).
 * After a newer release has migrated the database, this one takes no more jobs.
 * @returns stops claiming jobs and waits for the running ones; jobs that ignore their abort signal are retried later
 */
export function startJobRunner(options: JobRunnerOptions): () => Promise<void> {
  const { pool, logger, clock, recurring = [], drainMs = defaultDrainMs, recordMs = defaultRecordMs } = options;
  // Without a job there is nothing to run.
  if (options.jobs.length + recurring.length === 0) return async () => undefined;
  redirectTraces(logger);
  const ending = new AbortController();
  const runs = new JobRuns(clock);
  const heartbeats = new Heartbeats({
    pool,
    logger,
    scheduled: recurring.some(isFrequent) ? { key: frequentWork.key, queue: () => queueFrequentWork(pool) } : undefined,
    everyMinute: async () => {
      await runs.save(pool, logger);
      await endBelowNewerRelease();
    },
    ...(options.pace ? { pace: options.pace } : {}),
  });
  const compare = migrationComparison();
  const endBelowNewerRelease = async (): Promise<void> => {
    if (ending.signal.aborted) return;
    const { unknown } = await compare(options.database);
    if (unknown.length === 0) return;
    logger.error({ migrations: unknown }, "taking no more jobs: a newer release has migrated the database");
    ending.abort();
  };
  const work = workOf(options, { ...options, runs, ending: ending.signal });
  const running = keepRunning({ pool, ...work, drainMs, recordMs, heartbeats, logger }, ending.signal);
  return async () => {
    ending.abort();
    await running;
    await heartbeats.stop();
    await runs.save(pool, logger);
  };
}

/** The runner's tasks. Each recurring task adds a slot to those of the lanes. */
function workOf({ jobs, recurring = [], logger }: JobRunnerOptions, context: TaskContext) {
  const runRecurring = recurringRunner(logger, context.runs);
  const [frequent, scheduled] = [recurring.filter(isFrequent), recurring.filter(isScheduled)];
  const tasks: TaskList = Object.fromEntries([
    ...jobs.map((job) => [job.name, taskOf(job, context)]),
    ...(frequent.length > 0 ? [[frequentWork.name, frequentTask(frequent, runRecurring, context.ending)]] : []),
    ...scheduled.map((job) => [job.name, scheduledTask(job, runRecurring, context.ending)]),
  ]);
  const concurrency = slotsIn(jobs.map(({ lane }) => lane)) + (frequent.length > 0 ? 1 : 0) + scheduled.length;
  return { tasks, concurrency, cron: scheduled.map(cronItemOf) };
}

/** Queues the frequent work unless it is queued or running, and makes a postponed one due. */
async function queueFrequentWork(pool: JobPool): Promise<void> {
  const { maxAttempts, priority } = recurringSpec;
  await pool.query(
    `select ${jobSchema}.add_job($1, '{}', max_attempts => $2, job_key => $3, priority => $4, job_key_mode => 'unsafe_dedupe')`,
    [frequentWork.name, maxAttempts, frequentWork.key, priority],
  );
  await pool.query(`update ${jobSchema}._private_jobs set run_at = now() where key = $1 and locked_at is null`, [
    frequentWork.key,
  ]);
}

/** The library prints a failed worker's error to standard error in addition to logging it: send that to the log as well. */
function redirectTraces(logger: FastifyBaseLogger): void {
  console.trace = (error: unknown) => logger.debug(error instanceof Error ? { err: error } : {}, "job queue trace");
}
