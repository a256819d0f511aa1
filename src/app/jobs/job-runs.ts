import type { FastifyBaseLogger } from "fastify";
import type { JobPool } from "../../database/jobs/job-queue.ts";
import { measured } from "../../kernel/work-channel.ts";

/** Runs under one name since the last save. */
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
 * Counts this process's job runs by name and saves them now and then, because the queue deletes finished jobs. A killed process loses only
 * its unsaved counts.
 */
export class JobRuns {
  readonly #clock: () => number;
  #unsaved = new Map<string, Runs>();

  /** @param clock epoch milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Runs and counts some work. @param error whether to save a failure's message */
  async counted<T>(name: string, work: () => Promise<T>, error: "with its error" | "without its error"): Promise<T> {
    const began = this.#clock();
    try {
      const result = await measured("job", work, name);
      this.#count(name, began);
      return result;
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      this.#count(name, began, { at: this.#clock(), error: error === "with its error" ? message : null });
      throw failure;
    }
  }

  #count(name: string, began: number, failed?: { readonly at: number; readonly error: string | null }): void {
    const current = this.#unsaved.get(name);
    this.#unsaved.set(name, {
      runs: (current?.runs ?? 0) + 1,
      failures: (current?.failures ?? 0) + (failed ? 1 : 0),
      at: began,
      milliseconds: Math.round(this.#clock() - began),
      failedAt: failed?.at ?? current?.failedAt ?? null,
      error: failed ? failed.error : (current?.error ?? null),
    });
  }

  /** Saves the counts since the last save. Counts that cannot be saved are dropped. */
  async save(pool: JobPool, logger: FastifyBaseLogger): Promise<void> {
    if (this.#unsaved.size === 0) return;
    // One order in all processes: concurrent saves of the same names never deadlock.
    const sorted = [...this.#unsaved].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#unsaved = new Map();
    const all = sorted.map(([, runs]) => runs);
    const columns = [
      sorted.map(([name]) => name),
      all.map(({ runs }) => runs),
      all.map(({ failures }) => failures),
      all.map(({ at }) => at),
      all.map(({ milliseconds }) => milliseconds),
      all.map(({ failedAt }) => failedAt),
      all.map(({ error }) => error),
    ];
    await pool.query(add, columns).catch((error: unknown) => logger.warn({ err: error }, "saving job counts failed"));
  }
}
