import { type JobPool, jobSchema } from "./job-queue.ts";

/** What the queue has before it, of all processes on the database. */
export interface JobBacklog {
  /** Due, and taken by nobody so far. */
  readonly queued: number;
  /** Due at a later time. */
  readonly scheduled: number;
  readonly running: number;
  /** Have used all their attempts. */
  readonly failed: number;
  /** Seconds for which the oldest of those that are queued has been due; 0 when none is. */
  readonly oldestAge: number;
}

/** Counts the jobs of the queue in one pass. */
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
