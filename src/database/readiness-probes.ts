import type { Database } from "./connect/database.ts";
import { type JobPool, jobSchema } from "./jobs/job-queue.ts";
import { readMigrations } from "./migrate/migration-files.ts";
import type { AccountScope } from "./sql/account-scope.ts";

/** Transaction-local settings: the commit waits for the disk, and even a small sort spills to disk. */
const settings = `
  select set_config('synchronous_commit', 'on', true), set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true),
    set_config('statement_timeout', '5s', true), pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`;

/** Sorts a megabyte in a temporary file. It grows no table or log, and fails on a full disk. */
const spill = `
  select count(padding) from (select g, repeat('x', 1000) as padding from generate_series(1, 1000) as g order by -g offset 0) as sorted`;

/** Writes a few unused bytes to the write-ahead log, so that the commit must flush it. */
const writeToLog = "select pg_logical_emit_message(true, 'roost', '')";

/**
 * Checks that the database accepts writes: it has a megabyte of free disk, and a commit reaches the disk. Leaves no trace.
 * @returns false for a read-only database, such as a demoted primary
 * @throws the driver's error for a full disk or an unreachable database
 */
export async function takesWrites({ counting }: { readonly counting: AccountScope }): Promise<boolean> {
  return counting.transaction(async (transaction) => {
    const [set] = await transaction.read({ text: settings }, []);
    if (set?.at(-1) !== "f") return false;
    await transaction.read({ text: spill }, []);
    await transaction.read({ text: writeToLog }, []);
    return true;
  });
}

/** Names of migrations that this release has and the database lacks, and of applied ones that this release lacks. */
export interface MigrationDifference {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Returns a function that compares the database's migrations with this release's. It reads the release's files now: an upgrade may replace
 * them while this process runs.
 */
export function migrationComparison(): (database: Pick<Database, "read">) => Promise<MigrationDifference> {
  let own: ReturnType<typeof readMigrations> | undefined = readMigrations();
  // The first comparison reports a failure and reads again at the next.
  own.catch(() => undefined);
  return async (database) => {
    own ??= readMigrations();
    const released = await own.catch((error: unknown) => {
      own = undefined;
      throw error;
    });
    const rows = await database.read({ text: "select name, digest from applied_migrations() order by name" }, []);
    const applied = new Map(rows.map(([name = null, digest]) => [name, digest]));
    return {
      pending: released.filter(({ name, digest }) => applied.get(name) !== digest).map(({ name }) => name),
      unknown: [...applied.keys()]
        .filter((name) => name !== null)
        .filter((name) => !released.some((own) => own.name === name)),
    };
  };
}

/**
 * A job has been due for two minutes, and for three no worker has taken one or recorded a run. Workers record their runs once a minute.
 */
const stuck = `
  select exists (select from ${jobSchema}._private_jobs where run_at < now() - interval '2 minutes' and attempts < max_attempts)
    and not exists (select from ${jobSchema}._private_jobs where locked_at > now() - interval '3 minutes')
    and not exists (select from job_runs where last_run_at > now() - interval '3 minutes') as stuck`;

/** Whether due jobs are waiting and no process is running them. */
export async function jobsAreStuck(pool: JobPool): Promise<boolean> {
  const { rows } = await pool.query<{ stuck: boolean }>(stuck);
  return rows[0]?.stuck ?? false;
}
