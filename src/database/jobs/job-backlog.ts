import { type JobPool, jobSchema } from "./job-queue.ts";

/** The queue's backlog, across all processes on the database. */
export interface JobBacklog {
  /** Due and not yet taken by a worker. */
  readonly queued: number;
  /** Due later. */
  readonly scheduled: number;
  readonly running: number;
  /** Have used all their attempts. */
  readonly failed: number;
  /** Seconds for which the oldest queued job has been due; 0 if none is queued. */
  readonly oldestAge: number;
}

/** Counts the queue's jobs in one pass. */
export async function jobBacklog(pool: JobPool): Promise<JobBacklog> {
  const waits = "locked_at is null and attempts < max_attempts";
  const { rows } = await pool.query<JobBacklog>(
    `select count(*) filter (where ${waits} and run_at <= now())::integer as queued,
       count(*) filter (where ${waits} and run_at > now())::integer as scheduled,
       count(*) filter (where locked_at is not null)::integer as running,
       count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as failed,
       coalesce(extract(epoch from now() - min(run_at) filter (where ${waits} and run_at <= now())), 0)::double precision as "oldestAge"
     from ${jobSchema}._private_jobs`,
  );
  return rows[0] ?? { queued: 0, scheduled: 0, running: 0, failed: 0, oldestAge: 0 };
}
