import { type JobPool, jobSchema, jobState as state } from "./job-queue.ts";

/** A job in the queue. Times are epoch milliseconds. */
export interface QueuedJob {
  readonly id: number;
  readonly name: string;
  /** Null for recurring jobs, which belong to no account. */
  readonly account: number | null;
  /** `waiting` for its due time or for capacity, `running`, or `failed` on its last attempt. */
  readonly state: "running" | "waiting" | "failed";
  readonly attempts: number;
  readonly maxAttempts: number;
  /** The time at which it is or was due. */
  readonly runAt: number;
  /** The start of its current run. */
  readonly lockedAt: number | null;
  readonly lastError: string | null;
}

/** Run statistics of one job name, across all processes. */
export interface RunsOfJob {
  readonly name: string;
  readonly runs: number;
  readonly failures: number;
  readonly lastRunAt: number;
  readonly lastMilliseconds: number;
  readonly lastFailedAt: number | null;
  /** Set for recurring jobs only; an account's job has its error in the queue. */
  readonly lastError: string | null;
}

const epoch = (column: string): string => `(extract(epoch from ${column}) * 1000)::double precision`;

/** The queue's jobs, next due first. @param only restricts the result to one state */
export async function queuedJobs(pool: JobPool, limit: number, only?: QueuedJob["state"]): Promise<QueuedJob[]> {
  const { rows } = await pool.query<QueuedJob>(
    `select job.id::double precision as id, identifier as name, (payload ->> 'account')::double precision as account,
       ${state} as state, attempts, max_attempts as "maxAttempts", ${epoch("run_at")} as "runAt",
       ${epoch("locked_at")} as "lockedAt", last_error as "lastError"
     from ${jobSchema}._private_jobs as job join ${jobSchema}._private_tasks as task on task.id = task_id
     where $1::text is null or ${state} = $1 order by run_at, job.id limit $2`,
    [only ?? null, limit],
  );
  return rows;
}

/** Counts the queue's jobs by state. */
export async function countQueuedJobs(pool: JobPool): Promise<Record<QueuedJob["state"], number>> {
  const { rows } = await pool.query<{ state: QueuedJob["state"]; count: number }>(
    `select ${state} as state, count(*)::integer as count from ${jobSchema}._private_jobs group by 1`,
  );
  const counts = { running: 0, waiting: 0, failed: 0 };
  for (const { state: name, count } of rows) counts[name] = count;
  return counts;
}

/** Run statistics by job name. */
export async function jobRuns(pool: JobPool): Promise<RunsOfJob[]> {
  const { rows } = await pool.query<RunsOfJob>(
    `select name, runs::double precision as runs, failures::double precision as failures, ${epoch("last_run_at")} as "lastRunAt",
       last_milliseconds::double precision as "lastMilliseconds", ${epoch("last_failed_at")} as "lastFailedAt", last_error as "lastError"
     from job_runs order by name`,
  );
  return rows;
}

/** Deletes a job unless it is running. @returns its previous state; undefined if it is not in the queue */
export async function removeJob(pool: JobPool, id: number): Promise<QueuedJob["state"] | undefined> {
  const { rows } = await pool.query<{ was: QueuedJob["state"] }>(
    `with job as (select id, ${state} as was from ${jobSchema}._private_jobs where id = $1 for update),
     removed as (delete from ${jobSchema}._private_jobs as it using job where it.id = job.id and was <> 'running')
     select was from job`,
    [id],
  );
  return rows[0]?.was;
}

/** Makes a job due now, with all attempts left, unless it is running. @returns its previous state; undefined if it is not in the queue */
export async function retryJob(pool: JobPool, id: number): Promise<QueuedJob["state"] | undefined> {
  const { rows } = await pool.query<{ was: QueuedJob["state"] }>(
    `with job as (select id, ${state} as was from ${jobSchema}._private_jobs where id = $1 for update),
     retried as (
       update ${jobSchema}._private_jobs as it set attempts = 0, run_at = now(), updated_at = now()
       from job where it.id = job.id and was <> 'running'
     )
     select was from job`,
    [id],
  );
  return rows[0]?.was;
}
