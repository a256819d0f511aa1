import type { FastifyBaseLogger } from "fastify";
import type { TaskList } from "graphile-worker";
import { type JobPool, jobSchema } from "../../database/jobs/job-queue.ts";
import type { AnyJob } from "../../kernel/write/jobs/job.ts";
import { Heartbeats, type Pace } from "./heartbeats.ts";
import { JobRuns } from "./job-runs.ts";
import { placesIn } from "./lanes.ts";
import { isFrequent, isScheduled, type RecurringJob, turnsOf } from "./recurring.ts";
import { keepRunning } from "./runner-pool.ts";
import { cronItemOf, recurringSpec, rounds, roundsTask, type TaskContext, taskOf, turnTask } from "./tasks.ts";

/** Milliseconds that jobs under way may take once the service ends: less than what ends it by force (start.ts). */
const usualEnd = 20_000;

/** Milliseconds that noting how they ended may take after that: together less than what ends the service by force, too. */
const usualNoting = 5_000;

/** What runs the job queue. */
export interface JobRunnerOptions extends Pick<TaskContext, "database" | "surroundings" | "clock"> {
  readonly pool: JobPool;
  readonly jobs: readonly AnyJob[];
  /** What happens again and again, in one of the processes that run it. */
  readonly recurring?: readonly RecurringJob[];
  readonly logger: FastifyBaseLogger;
  /** Milliseconds that jobs under way may take once the runner is to end; 20 seconds unless told otherwise. */
  readonly longestEnd?: number;
  /** Milliseconds that noting how they ended may take after that; 5 seconds unless told otherwise. */
  readonly longestNoting?: number;
  /** How soon what a dead process holds goes on; within thirty seconds unless told otherwise. */
  readonly pace?: Pace;
}

/**
 * Runs the jobs that operations have queued, and recurring work, those of all processes on the database together, each by one of them
 * (docs/design/jobs.md).
 * @returns takes no more jobs, and waits for those under way; those that do not heed their signal in time are tried again later
 */
export function startJobRunner(options: JobRunnerOptions): () => Promise<void> {
  const { pool, logger, clock, recurring = [], longestEnd = usualEnd, longestNoting = usualNoting } = options;
  // Without a job the library has nothing to look for.
  if (options.jobs.length + recurring.length === 0) return async () => undefined;
  keepTracesToTheLog(logger);
  const ending = new AbortController();
  const runs = new JobRuns(clock);
  const heartbeats = new Heartbeats({
    pool,
    logger,
    scheduled: recurring.some(isFrequent) ? { key: rounds.key, queue: () => queueRounds(pool) } : undefined,
    rarely: () => runs.note(pool, logger),
    ...(options.pace ? { pace: options.pace } : {}),
  });
  const work = workOf(options, { ...options, runs, ending: ending.signal });
  const running = keepRunning({ pool, ...work, longestEnd, longestNoting, heartbeats, logger }, ending.signal);
  return async () => {
    ending.abort();
    await running;
    await heartbeats.stop();
    await runs.note(pool, logger);
  };
}

/** What a runner works on, with a place for each recurring work beside those of the lanes. */
function workOf({ jobs, recurring = [], logger }: JobRunnerOptions, context: TaskContext) {
  const take = turnsOf(logger, context.runs);
  const [frequent, scheduled] = [recurring.filter(isFrequent), recurring.filter(isScheduled)];
  const tasks: TaskList = Object.fromEntries([
    ...jobs.map((job) => [job.name, taskOf(job, context)]),
    ...(frequent.length > 0 ? [[rounds.name, roundsTask(frequent, take, context.ending)]] : []),
    ...scheduled.map((job) => [job.name, turnTask(job, take, context.ending)]),
  ]);
  const concurrency = placesIn(jobs.map(({ lane }) => lane)) + (frequent.length > 0 ? 1 : 0) + scheduled.length;
  return { tasks, concurrency, cron: scheduled.map(cronItemOf) };
}

/** Queues what recurs within the minute, unless it is queued or running; what was put off when it failed is due. */
async function queueRounds(pool: JobPool): Promise<void> {
  const { maxAttempts, priority } = recurringSpec;
  await pool.query(
    `select ${jobSchema}.add_job($1, '{}', max_attempts => $2, job_key => $3, priority => $4, job_key_mode => 'unsafe_dedupe')`,
    [rounds.name, maxAttempts, rounds.key, priority],
  );
  await pool.query(`update ${jobSchema}._private_jobs set run_at = now() where key = $1 and locked_at is null`, [
    rounds.key,
  ]);
}

/** The library prints the error of a worker that ends, and logs it too: standard error is for whoever started the service. */
function keepTracesToTheLog(logger: FastifyBaseLogger): void {
  console.trace = (error: unknown) =>
    logger.debug(error instanceof Error ? { err: error } : {}, "a trace of the job queue");
}
