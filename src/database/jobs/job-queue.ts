import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { connectionConfig } from "../connect/database.ts";
import { closeUnresponsive } from "../connect/dead-connection.ts";
import { OnceReleasedPool } from "../connect/once-released-pool.ts";
import { primaryOnly } from "../connect/primary.ts";
import { asOwner, loginAs, makeRole, mayBecome } from "../connect/roles.ts";
import { MigrationError } from "../migration-error.ts";

/** The schema of the job queue library's tables. */
export const jobSchema = "graphile_worker";

/** SQL expression for a job's state. */
export const jobState = `case when locked_at is not null then 'running' when attempts < max_attempts then 'waiting' else 'failed' end`;

/** Connections of a process's job runner: one listens, the others take jobs and record results. The jobs use other connections. */
const maxConnections = 4;

export type JobPool = pg.Pool;

/**
 * The application's only access to the queue: it adds a job of the connection's account and cannot read the queue. A key is unique
 * per job name and account; `unless_queued` keeps an existing job. The flags are the lane and the account within it: runners skip
 * full ones. Older processes call the function without a lane.
 */
const queueFunction = `
  drop function if exists queue_job(text, bigint, json, integer);
  drop function if exists queue_job(text, bigint, json, integer, text, timestamptz);
  drop function if exists queue_job(text, bigint, json, integer, text, timestamptz, text);
  create or replace function queue_job(
    job text, account bigint, payload json, attempts integer, key text default null, run_at timestamptz default null,
    lane text default 'rest', unless_queued boolean default false
  ) returns void language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    whole_key text := job || ':' || account || ':' || key;
  begin
    if (account = any (roost_accounts())) is not true then
      raise exception 'A job can only be queued in its own account''s scope.' using errcode = 'insufficient_privilege';
    end if;
    if unless_queued and exists (
      select from ${jobSchema}._private_jobs as queued where queued.key = whole_key and queued.attempts < queued.max_attempts
    ) then
      return;
    end if;
    perform ${jobSchema}.add_job(
      job, json_build_object('account', account, 'payload', payload), max_attempts => attempts, run_at => run_at,
      job_key => whole_key, job_key_mode => 'replace', flags => array[lane, lane || ':' || account]
    );
  end
  $$;
  revoke execute on function queue_job(text, bigint, json, integer, text, timestamptz, text, boolean) from public;
  grant execute on function queue_job(text, bigint, json, integer, text, timestamptz, text, boolean) to roost_app;
`;

/**
 * Lets managers list and retry their account's jobs, without the payloads (docs/design/jobs.md). A transaction can list the jobs that it
 * has queued itself.
 */
const accountFunctions = `
  create or replace function account_jobs(account bigint, most integer) returns table (
    id bigint, name text, state text, attempts integer, most_attempts integer, run_at timestamptz, locked_at timestamptz, last_error text
  ) language sql stable security definer set search_path = public, pg_temp as $$
    select job.id, task.identifier, ${jobState},
      job.attempts, job.max_attempts, job.run_at, job.locked_at, left(job.last_error, 500)
    from ${jobSchema}._private_jobs as job join ${jobSchema}._private_tasks as task on task.id = job.task_id
    where account = any (roost_accounts()) and (job.payload ->> 'account')::bigint = account
    order by job.run_at, job.id limit most
  $$;
  create or replace function retry_account_job(account bigint, job bigint) returns boolean
    language sql security definer set search_path = public, pg_temp as $$
    update ${jobSchema}._private_jobs as it set attempts = 0, run_at = now(), updated_at = now()
    where it.id = job and account = any (roost_accounts()) and (it.payload ->> 'account')::bigint = account and it.locked_at is null
    returning true
  $$;
  create or replace function jobs_of_transaction(account bigint) returns table (name text, payload json)
    language sql stable security definer set search_path = public, pg_temp as $$
    select task.identifier, job.payload -> 'payload'
    from ${jobSchema}._private_jobs as job join ${jobSchema}._private_tasks as task on task.id = job.task_id
    where account = any (roost_accounts()) and (job.payload ->> 'account')::bigint = account and job.updated_at = now()
    order by job.id
  $$;
  revoke execute on function account_jobs(bigint, integer), retry_account_job(bigint, bigint), jobs_of_transaction(bigint) from public;
  grant execute on function account_jobs(bigint, integer), retry_account_job(bigint, bigint), jobs_of_transaction(bigint) to roost_app;
`;

/**
 * The privileges that the library's statements need, found by experiment. The runner takes, finishes and deletes jobs, and adds only
 * recurring ones, which have no account. The library enables row-level security without policies, so we add them.
 */
const runnerRights = `
  grant usage on schema ${jobSchema} to roost_jobs;
  grant select on ${jobSchema}.migrations to roost_jobs;
  grant select, insert on ${jobSchema}._private_tasks to roost_jobs;
  grant select, insert, update on ${jobSchema}._private_job_queues to roost_jobs;
  grant select, insert, update, delete on ${jobSchema}._private_jobs to roost_jobs;
  grant select, insert, update on ${jobSchema}._private_known_crontabs to roost_jobs;
  do $$
  declare
    own text;
    secured regclass;
    only_recurring text := 'payload -> ''account'' is null';
  begin
    -- An older release's database, which a test restores, lacks these tables.
    for own in select name from unnest('{public.job_workers, public.job_runs}'::text[]) as name where to_regclass(name) is not null loop
      execute format('grant select, insert, update, delete on %s to roost_jobs', own);
    end loop;
    for secured in select to_regclass(name) from unnest('{
      ${jobSchema}._private_tasks, ${jobSchema}._private_job_queues, ${jobSchema}._private_jobs,
      ${jobSchema}._private_known_crontabs, public.job_workers, public.job_runs
    }'::text[]) as name where to_regclass(name) is not null loop
      if not exists (select from pg_policy where polrelid = secured and polname = 'job_runner') then
        execute format('create policy job_runner on %s to roost_jobs using (true)', secured);
      end if;
    end loop;
    if not exists (select from pg_policy where polrelid = '${jobSchema}._private_jobs'::regclass and polname = 'job_runner_adds') then
      execute format('create policy job_runner_adds on ${jobSchema}._private_jobs as restrictive for insert to roost_jobs with check (%s)', only_recurring);
    end if;
  end
  $$;
`;

/**
 * Migrates the job queue's schema, lets `roost_app` add jobs, and creates the role `roost_jobs`, which runs them. Call it as the
 * owner, under the migration lock. If the login may not create the role, the owner runs the queue.
 */
export async function installJobQueue(client: pg.Client, owner: ServerAddress): Promise<void> {
  const pool = ignoringErrors(new pg.Pool({ ...connectionConfig(owner, "owner"), ...primaryOnly(owner), max: 1 }));
  try {
    await runMigrations({ pgPool: pool, schema: jobSchema, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
  const hasRunner = await createRunnerRole(client);
  await client.query(`begin; ${queueFunction} ${accountFunctions} ${hasRunner ? runnerRights : ""} commit`);
}

/** @returns false if the login may not create the role */
async function createRunnerRole(client: pg.Client): Promise<boolean> {
  try {
    await makeRole(client, "roost_jobs");
    return true;
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
}

/**
 * The job runner's connections to a migrated database: as `roost_jobs`, or as the owner if that role could not be created.
 * @param silenceMs as for `closeUnresponsive`
 */
export async function jobPool(
  owner: ServerAddress,
  server: "embedded" | "foreign",
  silenceMs?: number,
): Promise<JobPool> {
  const config =
    server === "embedded" ? connectionConfig(await loginAs("roost_jobs", owner), "roost_jobs") : await foreign(owner);
  const pool = new OnceReleasedPool({
    ...{ ...config, ...primaryOnly(owner) },
    connectionTimeoutMillis: 10_000,
    max: maxConnections,
  });
  pool.on("connect", (client) => closeUnresponsive({ client, silenceMs }));
  return ignoringErrors(pool);
}

async function foreign(owner: ServerAddress): Promise<pg.ClientConfig> {
  const runner = await asOwner(owner, (client) => mayBecome(client, "roost_jobs"));
  return connectionConfig(owner, runner ? "roost_jobs" : "owner");
}

/** The pool replaces broken connections, but an `error` event without a listener would end the process. */
function ignoringErrors(pool: pg.Pool): pg.Pool {
  const ignore = (): void => undefined;
  return pool.on("error", ignore).on("connect", (client) => client.on("error", ignore));
}
