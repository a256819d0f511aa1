import type { FastifyBaseLogger } from "fastify";
import { type JobPool, jobSchema } from "../../database/jobs/job-queue.ts";

/** Milliseconds. */
export interface Pace {
  readonly betweenLooks: number;
  /** After which a worker that was not heard of is taken for dead. */
  readonly silence: number;
  /** After which a job that a living worker holds, and has not begun, never will be: more than a take's answer needs. */
  readonly longestTake: number;
}

/** What dead ones hold goes on within thirty seconds, after a restart too. */
const usualPace: Pace = { betweenLooks: 4_000, silence: 15_000, longestTake: 120_000 };

/** Looks between two at what workers hold that were never heard of: those of a release that had no heartbeats. */
const rareLooks = 15;
/** Milliseconds after which such a worker is taken for dead: twice what an attempt may take. */
const longestLock = 10 * 60_000;

/** What a look sees: the others, those of them that are silent, whether we are known ourselves, whether the frequent work runs or is about to, and what we hold. */
interface Seen {
  readonly others: boolean;
  readonly silent: string[];
  readonly known: boolean;
  readonly scheduled: boolean;
  /** Jobs that our workers have held for longer than a take needs. */
  readonly held: string[];
}

const look = `
  select exists (select from job_workers where id <> all ($1::text[])) as others,
    array(select id from job_workers where id <> all ($1) and beat_at < now() - $2 * interval '1 millisecond') as silent,
    (select count(*) from job_workers where id = any ($1)) = cardinality($1::text[]) as known,
    exists (select from ${jobSchema}._private_jobs where key = $3 and (locked_at is not null or run_at <= now())) as scheduled,
    array(select id::text from ${jobSchema}._private_jobs
      where locked_by = any ($1) and locked_at < now() - $4 * interval '1 millisecond') as held`;

/** Since it never ran, the take is no attempt. */
const giveBack = `
  update ${jobSchema}._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
  where id = any ($1::bigint[]) and locked_by = any ($2)`;

const leave = `
  delete from job_workers where id = $1 and not exists (select from ${jobSchema}._private_jobs where locked_by = $1)`;

const beat = `
  insert into job_workers (id) select unnest($1::text[]) on conflict (id) do update set beat_at = now()`;

const unheardOf = `
  select distinct locked_by as id from ${jobSchema}._private_jobs
  where locked_at < now() - $1 * interval '1 millisecond' and locked_by not in (select id from job_workers)`;

/** A job that was replaced while it ran was to run no more; one of an account that died in its last attempt says why it is not tried again. */
const release = `
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
  /** The key of the frequent work in the queue, and what queues it when it is not there, or is put off. */
  readonly scheduled: { readonly key: string; readonly queue: () => Promise<void> } | undefined;
  /** Called now and then, once a minute. */
  readonly rarely: () => Promise<void>;
  readonly pace?: Pace;
}

/**
 * Tells the other processes that this one's workers live, and gives back to the queue what dead ones hold. Who is alone says nothing:
 * nobody takes it for dead, and a service at rest writes nothing for it.
 */
export class Heartbeats {
  readonly #options: HeartbeatsOptions;
  readonly #pace: Pace;
  readonly #workers = new Set<string>();
  /** What our workers run, or ran a while ago: how that ended may still be on its way to the database. */
  readonly #running = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  /** Since when no look has failed or come late, so that all who live have been heard: by `performance.now()`. */
  #inTouchSince = performance.now();
  #lastLook = performance.now();
  #looks = 0;
  #looking: Promise<void> | undefined;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
    this.#pace = options.pace ?? usualPace;
    this.#timer = setInterval(() => void this.#lookOnce(), this.#pace.betweenLooks);
  }

  /**
   * A worker begins: to be awaited before it takes anything, since what the others do not know of, they cannot miss.
   * @param id as what it takes is locked by
   */
  async begin(id: string): Promise<void> {
    await this.#options.pool.query(beat, [[id]]).catch((error: unknown) => this.#failed(error));
    // Only now: a look in between would miss what is about to be noted, and note it again.
    this.#workers.add(id);
    void this.#lookOnce();
  }

  /** A worker has ended. What it could not note is still its own, and given back like what dead ones hold. */
  async end(id: string): Promise<void> {
    this.#workers.delete(id);
    // A look under way may be about to say that this one lives.
    await this.#looking;
    await this.#options.pool.query(leave, [id]).catch((error: unknown) => this.#failed(error));
  }

  /** A job was begun. */
  runs(job: string): void {
    this.#running.add(job);
  }

  /** A job has ended, which is about to be noted. */
  ran(job: string): void {
    setTimeout(() => this.#running.delete(job), this.#pace.longestTake).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** A look that takes longer than the pause is not followed by those that it missed. */
  async #lookOnce(): Promise<void> {
    this.#looking ??= this.#lookAround()
      .catch((error: unknown) => {
        this.#inTouchSince = Number.POSITIVE_INFINITY;
        this.#failed(error);
      })
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
  }

  async #lookAround(): Promise<void> {
    const { pool, scheduled, rarely } = this.#options;
    const workers = [...this.#workers];
    const { silence, longestTake } = this.#pace;
    const { rows } = await pool.query<Seen>(look, [workers, silence, scheduled?.key ?? null, longestTake]);
    const [seen] = rows;
    if (!seen) return;
    this.#stayInTouch();
    if (workers.length > 0 && (seen.others || !seen.known)) await pool.query(beat, [workers]);
    if (seen.silent.length > 0 && this.#hasHeardAll()) await this.#release(seen.silent);
    const lost = seen.held.filter((job) => !this.#running.has(job));
    if (lost.length > 0) await this.#giveBack(lost, workers);
    if (!seen.scheduled) await scheduled?.queue();
    if (this.#looks++ % rareLooks !== rareLooks - 1) return;
    await this.#releaseUnheardOf();
    await rarely();
  }

  /** Who slept, or could not reach the database, gives the others as long as they have to be heard. */
  #stayInTouch(): void {
    const now = performance.now();
    const wasAway = now - this.#lastLook > 2 * this.#pace.betweenLooks;
    if (wasAway || this.#inTouchSince > now) this.#inTouchSince = now;
    this.#lastLook = now;
  }

  #hasHeardAll(): boolean {
    return performance.now() - this.#inTouchSince >= this.#pace.silence;
  }

  async #releaseUnheardOf(): Promise<void> {
    const { rows } = await this.#options.pool.query<{ id: string }>(unheardOf, [longestLock]);
    if (rows.length > 0) await this.#release(rows.map(({ id }) => id));
  }

  async #release(dead: readonly string[]): Promise<void> {
    const { pool, logger } = this.#options;
    const { rows } = await pool.query<{ count: number }>(release, [dead, "The process that ran it died."]);
    const count = rows[0]?.count ?? 0;
    if (count > 0) logger.warn({ jobs: count }, "jobs of a worker that has died go on");
  }

  /** A take reached the database after its client had given it up: the network was silent for a while. */
  async #giveBack(jobs: readonly string[], workers: readonly string[]): Promise<void> {
    await this.#options.pool.query(giveBack, [jobs, workers]);
    this.#options.logger.warn({ jobs: jobs.length }, "jobs that were taken and never begun go on");
  }

  #failed(error: unknown): void {
    this.#options.logger.error({ err: error }, "the workers of the job queue could not be looked after");
  }
}
