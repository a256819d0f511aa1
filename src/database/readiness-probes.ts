import type { Database } from "./connect/database.ts";
import { type JobPool, jobSchema } from "./jobs/job-queue.ts";
import { readMigrations } from "./migrate/migration-files.ts";
import type { AccountScope } from "./sql/account-scope.ts";

/** For this transaction alone. Its commit waits for the disk, whatever the connection's others do, and a sort goes to disk at once. */
const settings = `
  select set_config('synchronous_commit', 'on', true), set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true),
    set_config('statement_timeout', '5s', true), pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`;

/** Sorts a megabyte in a temporary file: no table and no log grows by it, and a full disk refuses it. */
const spill = `
  select count(padding) from (select g, repeat('x', 1000) as padding from generate_series(1, 1000) as g order by -g offset 0) as sorted`;

/** Writes a few bytes into the write-ahead log, which the commit then flushes; nobody reads them. */
const logSome = "select pg_logical_emit_message(true, 'roost', '')";

/**
 * Tries whether the database takes writes: that there is room for a megabyte beside its data, and that a commit reaches its disk. Leaves
 * nothing behind.
 * @returns false for one that takes reads alone, such as a primary that was demoted
 * @throws the driver's error for a full disk or a database that is away
 */
export async function takesWrites({ counting }: { readonly counting: AccountScope }): Promise<boolean> {
  return counting.transaction(async (transaction) => {
    const [set] = await transaction.read({ text: settings }, []);
    if (set?.at(-1) !== "f") return false;
    await transaction.read({ text: spill }, []);
    await transaction.read({ text: logSome }, []);
    return true;
  });
}

/** How the migrations of the database differ from those of this release: names of what is not applied, and of what it does not know. */
export interface MigrationDifference {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** Compares the database's migrations with this release's, which are read once. */
export function migrationComparison(): (database: Pick<Database, "read">) => Promise<MigrationDifference> {
  let own: ReturnType<typeof readMigrations> | undefined;
  return async (database) => {
    own ??= readMigrations();
    const wanted = await own.catch((error: unknown) => {
      own = undefined;
      throw error;
    });
    const rows = await database.read({ text: "select name, digest from applied_migrations() order by name" }, []);
    const applied = new Map(rows.map(([name = null, digest]) => [name, digest]));
    return {
      pending: wanted.filter(({ name, digest }) => applied.get(name) !== digest).map(({ name }) => name),
      unknown: [...applied.keys()]
        .filter((name) => name !== null)
        .filter((name) => !wanted.some((own) => own.name === name)),
    };
  };
}

/**
 * Nobody works on the queue: a job is due for two minutes, and for three no worker has taken one, nor noted that it ran some, which every
 * worker does once a minute.
 */
const stuck = `
  select exists (select from ${jobSchema}._private_jobs where run_at < now() - interval '2 minutes' and attempts < max_attempts)
    and not exists (select from ${jobSchema}._private_jobs where locked_at > now() - interval '3 minutes')
    and not exists (select from job_runs where last_run_at > now() - interval '3 minutes') as stuck`;

/** Whether jobs wait and no process works on them. */
export async function jobsAreStuck(pool: JobPool): Promise<boolean> {
  const { rows } = await pool.query<{ stuck: boolean }>(stuck);
  return rows[0]?.stuck ?? false;
}
