import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import Type from "typebox";
import type { Database } from "../../database/database.ts";
import { type JobPool, jobSchema, jobsAtOnce } from "../../database/job-queue.ts";
import type { AnyJob, JobContext } from "../../kernel/write/job.ts";

/** Milliseconds that an attempt may take, and after which its process is taken for dead. */
const longestRun = 5 * 60_000;
const longestLock = 2 * longestRun;

/** Milliseconds that jobs under way may take once the service ends: less than what ends it by force (start.ts). */
const usualEnd = 20_000;

/** Milliseconds before a runner that ended by itself is started again, and between looks for jobs that nobody runs any more. */
const pause = 1_000;
const aMinute = 60_000;

const queued = Type.Object({ account: Type.Integer(), payload: Type.Unknown() });

/** What runs the job queue. */
export interface JobRunnerOptions {
  /** As `roost_app`: what the jobs themselves work on. */
  readonly database: Database;
  readonly pool: JobPool;
  readonly jobs: readonly AnyJob[];
  /** What the jobs are given of the service. */
  readonly surroundings: Omit<JobContext, "scope" | "account" | "attempt" | "last" | "now" | "signal" | "ending">;
  readonly logger: FastifyBaseLogger;
  readonly clock: () => number;
  /** Milliseconds that jobs under way may take once the runner is to end; 20 seconds unless told otherwise. */
  readonly longestEnd?: number;
}

/**
 * Runs the jobs that operations have queued, those of all processes on the database together, each by one of them.
 * @returns takes no more jobs, and waits for those under way; those that do not heed their signal in time are tried again later
 */
export function startJobRunner(options: JobRunnerOptions): () => Promise<void> {
  // Without a job the library has nothing to look for.
  if (options.jobs.length === 0) return async () => undefined;
  keepTracesToTheLog(options.logger);
  const ending = new AbortController();
  const running = keepRunning(options, ending.signal);
  const releasing = setInterval(() => void releaseAbandoned(options), aMinute);
  return async () => {
    clearInterval(releasing);
    ending.abort();
    await running;
  };
}

/** The library prints the error of a worker that ends, and logs it too: standard error is for whoever started the service. */
function keepTracesToTheLog(logger: FastifyBaseLogger): void {
  console.trace = (error: unknown) =>
    logger.debug(error instanceof Error ? { err: error } : {}, "a trace of the job queue");
}

/** The library's runner ends when it cannot note how a job ended, and does not begin while the database is away. */
async function keepRunning(options: JobRunnerOptions, ending: AbortSignal): Promise<void> {
  const { logger } = options;
  while (!ending.aborted) {
    try {
      const runner = await startRunner(options, ending);
      await untilEnd(runner, ending);
      if (!ending.aborted) logger.warn("the job runner ended, and is started again");
    } catch (error) {
      logger.error({ err: error }, "the job runner failed");
    }
    await wait(pause, undefined, { signal: ending }).catch(() => undefined);
  }
}

function startRunner(options: JobRunnerOptions, ending: AbortSignal): Promise<Runner> {
  const { pool, jobs, logger, longestEnd = usualEnd } = options;
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, options, ending)]));
  return run({
    pgPool: pool,
    schema: jobSchema,
    taskList,
    parsedCronItems: [],
    // How a job ended is noted without anybody waiting for it: unless it is noted in batches, the library does not hear that it failed, and
    // the rejection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: longestEnd,
    logger: new Logger(() => logTo(logger)),
  });
}

async function untilEnd(runner: Runner, ending: AbortSignal): Promise<void> {
  const stop = (): void => {
    // What it meets while it ends, it reports through its promise, too.
    runner.stop().catch(() => undefined);
  };
  if (ending.aborted) stop();
  ending.addEventListener("abort", stop);
  try {
    await runner.promise;
  } finally {
    ending.removeEventListener("abort", stop);
  }
}

/** A job as the library runs it: within its account, and no longer than it may take. */
function taskOf(
  job: AnyJob,
  { database, surroundings, clock }: JobRunnerOptions,
  ending: AbortSignal,
): TaskList[string] {
  return async (content, { job: { attempts, max_attempts }, abortSignal }) => {
    // Loaded with the first job: a start without one is quicker.
    const { default: Value } = await import("typebox/value");
    if (!Value.Check(queued, content)) throw new Error(`The job ${job.name} was queued without an account.`);
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(longestRun)]);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () =>
        reject(new Error("The attempt was broken off.", { cause: signal.reason })),
      );
    });
    const { account, payload } = content;
    const scope = database.within([account]);
    const last = attempts >= max_attempts;
    const context = { ...surroundings, scope, account, attempt: attempts, last, now: clock(), signal, ending };
    await Promise.race([job.perform(context, payload), aborted]);
  };
}

/** Gives back to the queue what a process took that died over it. The library itself waits four hours. */
export async function releaseAbandoned({ pool, logger }: Pick<JobRunnerOptions, "pool" | "logger">): Promise<void> {
  const text = `update ${jobSchema}._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - $1 * interval '1 millisecond'`;
  try {
    await pool.query(text, [longestLock]);
  } catch (error) {
    logger.error({ err: error }, "abandoned jobs could not be released");
  }
}

/** What goes well is not worth a line; nor is a job logged whole. */
function logTo(logger: FastifyBaseLogger): ReturnType<ConstructorParameters<typeof Logger>[0]> {
  return (level, message, { error }) => {
    const details = error instanceof Error ? { err: error } : {};
    if (level === "error") logger.error(details, message);
    else if (level === "warning") logger.warn(details, message);
    else logger.debug(details, message);
  };
}
