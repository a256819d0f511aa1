import type { FastifyBaseLogger } from "fastify";
import type { JobPool } from "../../database/jobs/job-queue.ts";
import { measured } from "../../kernel/work-channel.ts";

/** What ran under a name since it was last noted. */
interface Runs {
  runs: number;
  failures: number;
  at: number;
  milliseconds: number;
  failedAt: number | null;
  error: string | null;
}

const add = `
  insert into job_runs as known (name, runs, failures, last_run_at, last_milliseconds, last_failed_at, last_error)
  select name, runs, failures, to_timestamp(at / 1000), milliseconds, to_timestamp(failed_at / 1000), error
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::double precision[], $5::bigint[], $6::double precision[], $7::text[])
    as noted (name, runs, failures, at, milliseconds, failed_at, error)
  on conflict (name) do update set
    runs = known.runs + excluded.runs, failures = known.failures + excluded.failures,
    last_run_at = excluded.last_run_at, last_milliseconds = excluded.last_milliseconds,
    last_failed_at = coalesce(excluded.last_failed_at, known.last_failed_at),
    last_error = case when excluded.last_failed_at is null then known.last_error else excluded.last_error end`;

/**
 * Counts what runs in this process, by names, and notes it for all: the queue forgets what has run. Together, and now and then: what a
 * killed process has not noted is missing from the numbers, and from nothing else.
 */
export class JobRuns {
  readonly #clock: () => number;
  #since = new Map<string, Runs>();

  /** @param clock epoch milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Does some work and counts it. @param error whether what it fails with is kept, too */
  async counted<T>(name: string, work: () => Promise<T>, error: "with its error" | "without its error"): Promise<T> {
    const began = this.#clock();
    try {
      const result = await measured("job", work, name);
      this.#count(name, began);
      return result;
    } catch (failure) {
      const said = failure instanceof Error ? failure.message : String(failure);
      this.#count(name, began, { at: this.#clock(), error: error === "with its error" ? said : null });
      throw failure;
    }
  }

  #count(name: string, began: number, failed?: { readonly at: number; readonly error: string | null }): void {
    const known = this.#since.get(name);
    this.#since.set(name, {
      runs: (known?.runs ?? 0) + 1,
      failures: (known?.failures ?? 0) + (failed ? 1 : 0),
      at: began,
      milliseconds: Math.round(this.#clock() - began),
      failedAt: failed?.at ?? known?.failedAt ?? null,
      error: failed ? failed.error : (known?.error ?? null),
    });
  }

  /** Notes what was counted since the last time. What cannot be noted is forgotten. */
  async note(pool: JobPool, logger: FastifyBaseLogger): Promise<void> {
    if (this.#since.size === 0) return;
    // In one order everywhere: two processes that note the same names never wait for each other.
    const noted = [...this.#since].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#since = new Map();
    const all = noted.map(([, runs]) => runs);
    const columns = [
      noted.map(([name]) => name),
      all.map(({ runs }) => runs),
      all.map(({ failures }) => failures),
      all.map(({ at }) => at),
      all.map(({ milliseconds }) => milliseconds),
      all.map(({ failedAt }) => failedAt),
      all.map(({ error }) => error),
    ];
    await pool.query(add, columns).catch((error: unknown) => logger.warn({ err: error }, "what ran was not noted"));
  }
}
