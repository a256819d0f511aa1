import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Logger, type ParsedCronItem, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { type JobPool, jobSchema } from "../../database/jobs/job-queue.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { Lanes } from "./lanes.ts";
import { idlePollMs, wakeWorkers } from "./wake-workers.ts";

/** Pause before restarting a runner that ended unexpectedly. */
const restartDelayMs = 1_000;

/** A library runner and its tasks. */
export interface RunnerPoolOptions {
  readonly pool: JobPool;
  readonly tasks: TaskList;
  readonly cron: readonly ParsedCronItem[];
  /** Concurrent jobs: those of all lanes, and recurring work. */
  readonly concurrency: number;
  /** Milliseconds for running jobs to finish on shutdown. */
  readonly drainMs: number;
  /** Milliseconds for recording their outcome after that. */
  readonly recordMs: number;
  readonly heartbeats: Heartbeats;
  readonly logger: FastifyBaseLogger;
}

/**
 * Restarts the library's runner until the end. It ends when it cannot record a job's outcome, and does not start while the database is
 * unreachable.
 */
export async function keepRunning(options: RunnerPoolOptions, ending: AbortSignal): Promise<void> {
  const { logger } = options;
  while (!ending.aborted) {
    try {
      await runOnce(options, ending);
      if (!ending.aborted) logger.warn("restarting job runner after it ended");
    } catch (error) {
      logger.error({ err: error }, "job runner failed");
    }
    await wait(restartDelayMs, undefined, { signal: ending }).catch(() => undefined);
  }
}

async function runOnce(options: RunnerPoolOptions, ending: AbortSignal): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  const registrations = new Map<string, Promise<void>>();
  events.on("pool:create", ({ workerPool: { id } }) => registrations.set(id, options.heartbeats.begin(id)));
  events.on("job:start", ({ job }) => options.heartbeats.jobStarted(job.id));
  events.on("job:complete", ({ job }) => options.heartbeats.jobEnded(job.id));
  const stopWaking = wakeWorkers(events);
  try {
    await untilEnd(await startRunner(options, events, registrations), events, options, ending);
  } finally {
    stopWaking();
    await Promise.all([...registrations].map(([id, registered]) => registered.then(() => options.heartbeats.end(id))));
  }
}

/** @param registrations of the worker pools, by id: a pool claims nothing before its registration */
function startRunner(
  options: RunnerPoolOptions,
  events: WorkerEvents,
  registrations: ReadonlyMap<string, Promise<void>>,
): Promise<Runner> {
  const { pool, tasks, cron, concurrency, drainMs, logger } = options;
  const lanes = new Lanes(events);
  return run({
    pgPool: pool,
    schema: jobSchema,
    events,
    taskList: tasks,
    parsedCronItems: [...cron],
    preset: {
      plugins: [
        {
          name: "wait for registration",
          worker: { hooks: { startWorker: (_, { worker }) => registrations.get(worker.workerPool.id) } },
        },
      ],
      worker: {
        // Nothing awaits the write of a job's outcome. Only in batches does the library handle its failure; otherwise the rejection ends
        // the process.
        ...{ completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    },
    concurrency,
    forbiddenFlags: () => lanes.fullFlags(),
    pollInterval: idlePollMs,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: drainMs,
    logger: new Logger(() => logTo(logger)),
  });
}

/** The runner's last events: no job runs, and it waits for outcomes to be recorded. */
const finalEvents = [
  "pool:gracefulShutdown:complete",
  "pool:forcefulShutdown:complete",
  "pool:forcefulShutdown:error",
] as const;

/**
 * Waits for a runner to end, but only for a limited time. When a failed outcome write succeeds again during shutdown, the library miscounts
 * the pending writes and waits forever (docs/upstream/graphile-worker.md).
 */
async function untilEnd(
  runner: Runner,
  events: WorkerEvents,
  { drainMs, recordMs, logger }: RunnerPoolOptions,
  ending: AbortSignal,
): Promise<void> {
  const stop = (): void => {
    // The runner's own promise also reports errors during shutdown.
    runner.stop().catch(() => undefined);
  };
  if (ending.aborted) stop();
  ending.addEventListener("abort", stop);
  let giveUp: NodeJS.Timeout | undefined;
  const late = Promise.withResolvers<void>();
  const giveUpIn = (milliseconds: number): void => {
    clearTimeout(giveUp);
    giveUp = setTimeout(() => {
      logger.warn("job runner did not stop in time; abandoning it");
      // Stops its scheduling.
      stop();
      late.resolve();
    }, milliseconds);
  };
  // The database may no longer respond.
  events.on("pool:gracefulShutdown", () => giveUpIn(drainMs + recordMs));
  for (const event of finalEvents) events.on(event, () => giveUpIn(recordMs));
  try {
    await Promise.race([runner.promise, late.promise]);
  } finally {
    clearTimeout(giveUp);
    ending.removeEventListener("abort", stop);
  }
}

/** The library warns when connections are fewer than slots. That is intended: jobs use a connection only briefly. */
const fewerConnections = "smaller than concurrency";

/** Logs the library's warnings and errors, and the rest at debug level. Never logs a whole job. */
function logTo(logger: FastifyBaseLogger): ReturnType<ConstructorParameters<typeof Logger>[0]> {
  return (level, message, { error }) => {
    const details = error instanceof Error ? { err: error } : {};
    if (level === "error") logger.error(details, message);
    else if (level === "warning" && !message.includes(fewerConnections)) logger.warn(details, message);
    else logger.debug(details, message);
  };
}
