import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Logger, type ParsedCronItem, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { type JobPool, jobSchema } from "../../database/jobs/job-queue.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { Lanes } from "./lanes.ts";
import { ownPause, wakeWorkers } from "./wake-workers.ts";

/** Milliseconds before a runner that ended by itself is started again. */
const pause = 1_000;

/** A runner of the library, and what it runs. */
export interface RunnerPoolOptions {
  readonly pool: JobPool;
  readonly tasks: TaskList;
  readonly cron: readonly ParsedCronItem[];
  /** How many jobs it runs at a time: those of all lanes, and recurring work. */
  readonly concurrency: number;
  /** Milliseconds that jobs under way may take once it is to end. */
  readonly longestEnd: number;
  /** Milliseconds that noting how they ended may take after that. */
  readonly longestNoting: number;
  readonly heartbeats: Heartbeats;
  readonly logger: FastifyBaseLogger;
}

/**
 * Keeps a runner running until the end: the library's ends when it cannot note how a job ended, and does not begin while the database
 * is away.
 */
export async function keepRunning(options: RunnerPoolOptions, ending: AbortSignal): Promise<void> {
  const { logger } = options;
  while (!ending.aborted) {
    try {
      await runOnce(options, ending);
      if (!ending.aborted) logger.warn("the job runner ended, and is started again");
    } catch (error) {
      logger.error({ err: error }, "the job runner failed");
    }
    await wait(pause, undefined, { signal: ending }).catch(() => undefined);
  }
}

async function runOnce(options: RunnerPoolOptions, ending: AbortSignal): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  const begun = new Map<string, Promise<void>>();
  events.on("pool:create", ({ workerPool: { id } }) => begun.set(id, options.heartbeats.begin(id)));
  events.on("job:start", ({ job }) => options.heartbeats.runs(job.id));
  events.on("job:complete", ({ job }) => options.heartbeats.ran(job.id));
  const rest = wakeWorkers(events);
  try {
    await untilEnd(await startRunner(options, events, begun), events, options, ending);
  } finally {
    rest();
    await Promise.all([...begun].map(([id, known]) => known.then(() => options.heartbeats.end(id))));
  }
}

/** @param begun by their ids the worker pools, which take nothing before it is known that they live */
function startRunner(
  options: RunnerPoolOptions,
  events: WorkerEvents,
  begun: ReadonlyMap<string, Promise<void>>,
): Promise<Runner> {
  const { pool, tasks, cron, concurrency, longestEnd, logger } = options;
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
          name: "taking nothing before it is known",
          worker: { hooks: { startWorker: (_, { worker }) => begun.get(worker.workerPool.id) } },
        },
      ],
      worker: {
        // How a job ended is noted without anybody waiting for it: unless it is noted in batches, the library does not hear that it
        // failed, and the rejection would end the process.
        ...{ completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    },
    concurrency,
    forbiddenFlags: () => lanes.fullOnes(),
    pollInterval: ownPause,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: longestEnd,
    logger: new Logger(() => logTo(logger)),
  });
}

/** The last that the library tells of a runner: no job is under way, and it waits for what there is to note. */
const lastOnes = [
  "pool:gracefulShutdown:complete",
  "pool:forcefulShutdown:complete",
  "pool:forcefulShutdown:error",
] as const;

/**
 * Waits for the end of a runner, but no longer than it may note how jobs ended. Where that failed once and succeeds again while the runner
 * ends, the library miscounts what is still to be noted, and would wait for ever (docs/upstream/graphile-worker.md).
 */
async function untilEnd(
  runner: Runner,
  events: WorkerEvents,
  { longestEnd, longestNoting, logger }: RunnerPoolOptions,
  ending: AbortSignal,
): Promise<void> {
  const stop = (): void => {
    // What it meets while it ends, it reports through its promise, too.
    runner.stop().catch(() => undefined);
  };
  if (ending.aborted) stop();
  ending.addEventListener("abort", stop);
  let giveUp: NodeJS.Timeout | undefined;
  const late = Promise.withResolvers<void>();
  const giveUpIn = (milliseconds: number): void => {
    clearTimeout(giveUp);
    giveUp = setTimeout(() => {
      logger.warn("the job runner does not end, and is left alone");
      // It schedules nothing more.
      stop();
      late.resolve();
    }, milliseconds);
  };
  // It may wait for a server that says nothing any more.
  events.on("pool:gracefulShutdown", () => giveUpIn(longestEnd + longestNoting));
  for (const last of lastOnes) events.on(last, () => giveUpIn(longestNoting));
  try {
    await Promise.race([runner.promise, late.promise]);
  } finally {
    clearTimeout(giveUp);
    ending.removeEventListener("abort", stop);
  }
}

/** The library warns of fewer connections than places: most jobs wait for others, and a connection is taken for a moment only. */
const fewerConnections = "smaller than concurrency";

/** What goes well is not worth a line; nor is a job logged whole. */
function logTo(logger: FastifyBaseLogger): ReturnType<ConstructorParameters<typeof Logger>[0]> {
  return (level, message, { error }) => {
    const details = error instanceof Error ? { err: error } : {};
    if (level === "error") logger.error(details, message);
    else if (level === "warning" && !message.includes(fewerConnections)) logger.warn(details, message);
    else logger.debug(details, message);
  };
}
