import type { FastifyBaseLogger } from "fastify";
import { type JobPool, jobSchema } from "../../database/jobs/job-queue.ts";

/** Heartbeat timing, in milliseconds. */
export interface Pace {
  readonly checkIntervalMs: number;
  /** A worker without a heartbeat for this long counts as dead. */
  readonly deadAfterMs: number;
  /** A job locked for this long without starting never will: its lock is released. */
  readonly maxClaimMs: number;
}

/** A dead worker's jobs resume within thirty seconds, also after a restart. */
const defaultPace: Pace = { checkIntervalMs: 4_000, deadAfterMs: 15_000, maxClaimMs: 120_000 };

/** Every so many checks, also look for locks of workers without any heartbeat, from releases that had none. */
const checksPerSweep = 15;
/** Such a lock is released after this time: twice an attempt's limit. */
const maxLockMs = 10 * 60_000;

/** The result of one check. */
interface Seen {
  /** Whether other workers exist. */
  readonly others: boolean;
  /** Other workers without a recent heartbeat. */
  readonly silent: string[];
  /** Whether all our workers are registered. */
  readonly known: boolean;
  /** Whether the frequent work runs or is due. */
  readonly scheduled: boolean;
  /** Jobs that our workers have locked for longer than `maxClaimMs`. */
  readonly held: string[];
}

const check = `
  select exists (select from job_workers where id <> all ($1::text[])) as others,
    array(select id from job_workers where id <> all ($1) and beat_at < now() - $2 * interval '1 millisecond') as silent,
    (select count(*) from job_workers where id = any ($1)) = cardinality($1::text[]) as known,
    exists (select from ${jobSchema}._private_jobs where key = $3 and (locked_at is not null or run_at <= now())) as scheduled,
    array(select id::text from ${jobSchema}._private_jobs
      where locked_by = any ($1) and locked_at < now() - $4 * interval '1 millisecond') as held`;

/** The job never ran, so the claim does not count as an attempt. */
const releaseJobs = `
  update ${jobSchema}._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
  where id = any ($1::bigint[]) and locked_by = any ($2)`;

const unregister = `
  delete from job_workers where id = $1 and not exists (select from ${jobSchema}._private_jobs where locked_by = $1)`;

const beat = `
  insert into job_workers (id) select unnest($1::text[]) on conflict (id) do update set beat_at = now()`;

const unregistered = `
  select distinct locked_by as id from ${jobSchema}._private_jobs
  where locked_at < now() - $1 * interval '1 millisecond' and locked_by not in (select id from job_workers)`;

/** Deletes jobs that were replaced while they ran. An account's job that died in its last attempt records the reason. */
const releaseWorkers = `
  with dead as (select unnest($1::text[]) as id),
  replaced as (
    delete from ${jobSchema}._private_jobs
    where locked_by in (select id from dead) and key is null and attempts >= max_attempts and payload -> 'account' is null
  ),
  given_up as (
    update ${jobSchema}._private_jobs
    set locked_at = null, locked_by = null, last_error = case when attempts >= max_attempts then $2 else last_error end
    where locked_by in (select id from dead)
      and not (key is null and attempts >= max_attempts and payload -> 'account' is null)
    returning id
  ),
  queues as (
    update ${jobSchema}._private_job_queues set locked_at = null, locked_by = null where locked_by in (select id from dead)
  ),
  forgotten as (delete from job_workers where id in (select id from dead))
  select count(*)::integer as count from given_up`;

interface HeartbeatsOptions {
  readonly pool: JobPool;
  readonly logger: FastifyBaseLogger;
  /** The frequent work's queue key, and how to queue it when it is missing or postponed. */
  readonly scheduled: { readonly key: string; readonly queue: () => Promise<void> } | undefined;
  /** Called once a minute. */
  readonly everyMinute: () => Promise<void>;
  readonly pace?: Pace;
}

/**
 * Records heartbeats of this process's workers and releases the jobs of dead ones. A process without others writes no heartbeats, so an idle
 * service causes no writes.
 */
export class Heartbeats {
  readonly #options: HeartbeatsOptions;
  readonly #pace: Pace;
  readonly #workers = new Set<string>();
  /** Jobs that our workers run or ran recently: their outcome may not have reached the database yet. */
  readonly #running = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  /** Since when every check has succeeded in time, by `performance.now()`. */
  #inTouchSince = performance.now();
  #lastCheck = performance.now();
  #checks = 0;
  #checking: Promise<void> | undefined;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
    this.#pace = options.pace ?? defaultPace;
    this.#timer = setInterval(() => void this.#checkOnce(), this.#pace.checkIntervalMs);
  }

  /**
   * Registers a worker. Await this before it claims jobs: others can only miss a worker that they know.
   * @param id the id that its locks carry
   */
  async begin(id: string): Promise<void> {
    await this.#options.pool.query(beat, [[id]]).catch((error: unknown) => this.#failed(error));
    // Only now: an earlier check would not find the row yet, and write it again.
    this.#workers.add(id);
    void this.#checkOnce();
  }

  /** Unregisters a worker, unless it still holds jobs: those are released like a dead worker's. */
  async end(id: string): Promise<void> {
    this.#workers.delete(id);
    // A running check may be about to record this worker's heartbeat.
    await this.#checking;
    await this.#options.pool.query(unregister, [id]).catch((error: unknown) => this.#failed(error));
  }

  /** Records that a job started. */
  jobStarted(job: string): void {
    this.#running.add(job);
  }

  /** Records that a job ended. Its outcome is about to be written. */
  jobEnded(job: string): void {
    setTimeout(() => this.#running.delete(job), this.#pace.maxClaimMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  /** Runs one check at a time. Checks missed by a slow one are skipped. */
  async #checkOnce(): Promise<void> {
    this.#checking ??= this.#check()
      .catch((error: unknown) => {
        this.#inTouchSince = Number.POSITIVE_INFINITY;
        this.#failed(error);
      })
      .finally(() => {
        this.#checking = undefined;
      });
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { pool, scheduled, everyMinute } = this.#options;
    const workers = [...this.#workers];
    const { deadAfterMs, maxClaimMs } = this.#pace;
    const { rows } = await pool.query<Seen>(check, [workers, deadAfterMs, scheduled?.key ?? null, maxClaimMs]);
    const [seen] = rows;
    if (!seen) return;
    this.#stayInTouch();
    if (workers.length > 0 && (seen.others || !seen.known)) await pool.query(beat, [workers]);
    if (seen.silent.length > 0 && this.#hasHeardAll()) await this.#release(seen.silent);
    const lost = seen.held.filter((job) => !this.#running.has(job));
    if (lost.length > 0) await this.#releaseJobs(lost, workers);
    if (!seen.scheduled) await scheduled?.queue();
    if (this.#checks++ % checksPerSweep !== checksPerSweep - 1) return;
    await this.#releaseUnregistered();
    await everyMinute();
  }

  /** After sleeping or losing the database, this process gives the others their full time to be heard. */
  #stayInTouch(): void {
    const now = performance.now();
    const wasAway = now - this.#lastCheck > 2 * this.#pace.checkIntervalMs;
    if (wasAway || this.#inTouchSince > now) this.#inTouchSince = now;
    this.#lastCheck = now;
  }

  #hasHeardAll(): boolean {
    return performance.now() - this.#inTouchSince >= this.#pace.deadAfterMs;
  }

  async #releaseUnregistered(): Promise<void> {
    const { rows } = await this.#options.pool.query<{ id: string }>(unregistered, [maxLockMs]);
    if (rows.length > 0) await this.#release(rows.map(({ id }) => id));
  }

  async #release(dead: readonly string[]): Promise<void> {
    const { pool, logger } = this.#options;
    const { rows } = await pool.query<{ count: number }>(releaseWorkers, [dead, "The process that ran it died."]);
    const count = rows[0]?.count ?? 0;
    if (count > 0) logger.warn({ jobs: count }, "requeued jobs of dead worker");
  }

  /** A claim can reach the database after its client gave up on it, because of a network stall. */
  async #releaseJobs(jobs: readonly string[], workers: readonly string[]): Promise<void> {
    await this.#options.pool.query(releaseJobs, [jobs, workers]);
    this.#options.logger.warn({ jobs: jobs.length }, "requeued jobs that were claimed but never started");
  }

  #failed(error: unknown): void {
    this.#options.logger.error({ err: error }, "worker heartbeat failed");
  }
}
