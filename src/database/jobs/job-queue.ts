import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { connectionConfig } from "../connect/database.ts";
import { OnceReleasedPool } from "../connect/once-released-pool.ts";
import { primaryOnly } from "../connect/primary.ts";
import { asOwner, loginAs, makeRole, mayBecome } from "../connect/roles.ts";
import { breakWhenSilent } from "../connect/silence.ts";
import { MigrationError } from "../migration-error.ts";

/** The schema that the job queue's library keeps its tables in. */
export const jobSchema = "graphile_worker";

/** SQL over the queue's jobs: what becomes of one. */
export const jobState = `case when locked_at is not null then 'running' when attempts < max_attempts then 'waiting' else 'failed' end`;

/** The connections that a process's job runner takes: one listens, the others take jobs and record their ends. Jobs themselves use others. */
const maxConnections = 4;

export type JobPool = pg.Pool;

/**
 * The one way in for the application: a job of an account that its connection is set to, and no look at the queue. A key is a job's own
 * within its account; what waits or runs under it stays, if so wished. Its flags are its lane, and the account in that lane: runners skip those that have no place left. An older process
 * calls it without a lane.
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
      raise exception 'A job is queued within its account.' using errcode = 'insufficient_privilege';
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

/** The jobs of an account, as its owners see and retry them (docs/design/jobs.md): without what they hold. */
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
  revoke execute on function account_jobs(bigint, integer), retry_account_job(bigint, bigint) from public;
  grant execute on function account_jobs(bigint, integer), retry_account_job(bigint, bigint) to roost_app;
`;

/**
 * What the library's statements take, found by trying: jobs are taken, finished and deleted, and the recurring ones added, which belong to
 * no account. The library secures its rows and makes no policy: they would be its owner's alone.
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
    -- A database of an older release, which a test restores, has no such tables.
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
 * Brings the job queue's schema up to date, lets `roost_app` add jobs, and makes the role `roost_jobs`, which runs them. To be called
 * by the owner under the lock of the migrations. A login that may not make the role runs the queue itself.
 */
export async function installJobQueue(client: pg.Client, owner: ServerAddress): Promise<void> {
  const pool = listenedTo(new pg.Pool({ ...connectionConfig(owner, "owner"), ...primaryOnly(owner), max: 1 }));
  try {
    await runMigrations({ pgPool: pool, schema: jobSchema, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
  const runner = await mayMakeRunner(client);
  await client.query(`begin; ${queueFunction} ${accountFunctions} ${runner ? runnerRights : ""} commit`);
}

async function mayMakeRunner(client: pg.Client): Promise<boolean> {
  try {
    await makeRole(client, "roost_jobs");
    return true;
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
}

/**
 * The connections that run the queue of a migrated database: as `roost_jobs`, or as the owner where there may be no such role.
 * @param longestSilence milliseconds, as of `breakWhenSilent`
 */
export async function jobPool(
  owner: ServerAddress,
  server: "embedded" | "foreign",
  longestSilence?: number,
): Promise<JobPool> {
  const config =
    server === "embedded" ? connectionConfig(await loginAs("roost_jobs", owner), "roost_jobs") : await foreign(owner);
  const pool = new OnceReleasedPool({
    ...{ ...config, ...primaryOnly(owner) },
    connectionTimeoutMillis: 10_000,
    max: maxConnections,
  });
  pool.on("connect", (client) => breakWhenSilent({ client, longest: longestSilence }));
  return listenedTo(pool);
}

async function foreign(owner: ServerAddress): Promise<pg.ClientConfig> {
  const runner = await asOwner(owner, (client) => mayBecome(client, "roost_jobs"));
  return connectionConfig(owner, runner ? "roost_jobs" : "owner");
}

/** A connection that breaks is replaced, and its statement fails; an error that nobody listens to would end the process. */
function listenedTo(pool: pg.Pool): pg.Pool {
  const heard = (): void => undefined;
  return pool.on("error", heard).on("connect", (client) => client.on("error", heard));
}
