import { mkdtemp, readdir, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import pg from "pg";
import type { ServerAddress } from "../src/database/connect/address.ts";
import { connectionConfig, Database } from "../src/database/connect/database.ts";
import { loginAs } from "../src/database/connect/roles.ts";
import { migrate } from "../src/database/migrate/migrate.ts";
import type { Scope } from "../src/kernel/access/scopes.ts";
import { issueAccessToken } from "../src/modules/platform/access/access-token.ts";

/** A separate database with 50,000 bookings: 10 accounts with 50 rentals each, or another file's contents. */
export interface Fixture extends AsyncDisposable {
  /** The application role's login. */
  readonly login: ServerAddress;
  /** The server's data directory. */
  readonly directory: string;
  /** The database owner's login. */
  readonly owner: ServerAddress;
  /** The measured account, and the application with a token for it. */
  readonly account: number;
  readonly application: number;
  /** Whether the directory is in memory, where flushes cost nothing. */
  readonly inMemory: boolean;
  /** @param account an account other than the measured one */
  aToken(scopes: readonly Scope[], account?: number): Promise<string>;
  /** Runs a file of this directory as the database owner. */
  add(content: string): Promise<void>;
  /** Runs a statement, or several without values, as the database owner. */
  change(sql: string, values?: readonly unknown[]): Promise<void>;
  /** Runs a statement as the database owner. @returns its ids */
  ids(sql: string): Promise<number[]>;
  /** The database server's processor time so far, in milliseconds; undefined if unavailable. */
  processorTime(): Promise<number | undefined>;
  /** Copies the database, and changes the copy by a statement of its owner. @returns the copy's login */
  aCopy(name: string, change: string): Promise<ServerAddress>;
}

/** A server in a temporary directory. */
export async function startThrownAway(settings: Readonly<Record<string, string>>, signal: AbortSignal) {
  const directory = await mkdtemp(join(tmpdir(), "roost-bench-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ directory, settings, signal }).catch(async (error) => {
    await remove();
    throw error;
  });
  const close = async () => {
    await server.stop();
    await remove();
  };
  return { directory, server, close };
}

/** Settings of a disposable database: commits do not wait for the disk. */
export const careless = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

const tmpfs = 0x01021994;

/**
 * Creates the fixture in about 10 s.
 * @param durable whether commits wait for the disk, as in production
 * @param content a file of this directory that fills it
 */
export async function makeFixture(durable: boolean, signal: AbortSignal, content = "./fixture.sql"): Promise<Fixture> {
  const { directory, server, close } = await startThrownAway(durable ? {} : careless, signal);
  try {
    const owner = server.address;
    await migrate(owner);
    const login = await loginAs("roost_app", owner);
    const [account = 0] = await withOwner(owner, (client) => fill(client, content));
    signal.throwIfAborted();
    const [application = 0] = await withOwner(owner, (client) => idsOf(client, "select id from applications"));
    return {
      login,
      directory,
      owner,
      account,
      application,
      inMemory: (await statfs(directory)).type === tmpfs,
      aToken: (scopes, other = account) => issueToken(login, other, application, scopes),
      add: (more) => withOwner(owner, (client) => run(client, more)),
      change: (sql, values) =>
        withOwner(owner, async (client) => {
          await client.query("set statement_timeout = 0");
          await client.query(sql, values && [...values]);
        }),
      ids: (sql) => withOwner(owner, (client) => idsOf(client, sql)),
      aCopy: async (database, change) => {
        await withOwner({ ...owner, database: "postgres" }, (client) =>
          client.query(`create database ${database} template ${owner.database}`),
        );
        await withOwner({ ...owner, database }, (client) => client.query(change));
        return { ...login, database };
      },
      processorTime: () => processorTime(join(directory, "postgres")).catch(() => undefined),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills a database from a file of this directory. @returns the accounts' ids */
export async function fill(client: pg.Client, content: string): Promise<number[]> {
  await client.query("set statement_timeout = 0; set synchronous_commit = off");
  await run(client, content);
  // The service's job does this within seconds, but the benchmarks run no jobs.
  await client.query("do $$ begin while fold_record_counts() > 0 loop end loop; end $$");
  // Drop the fixture's own changes.
  await client.query("truncate change_outbox");
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  return idsOf(client, "select id from accounts order by id");
}

async function run(client: pg.Client, content: string): Promise<void> {
  await client.query(await readFile(new URL(content, import.meta.url), "utf8"));
}

/** Issues the application's token for the account. @param login the application role's */
export async function issueToken(
  login: ServerAddress,
  account: number,
  application: number,
  scopes: readonly Scope[],
): Promise<string> {
  const database = new Database(login, { connections: 1 });
  try {
    return await database.transaction((transaction) => issueAccessToken(transaction, { account, application, scopes }));
  } finally {
    await database.close();
  }
}

/** Runs a statement. @returns its ids */
export async function idsOf(client: pg.Client, sql: string): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(sql);
  return rows.map(({ id }) => Number(id));
}

/** Connects as the database owner for the duration of `work`. */
export async function withOwner<T>(owner: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(owner, "owner"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Processor time of the server's main process and its children, including ended ones. Linux reports hundredths of seconds. */
export async function processorTime(cluster: string): Promise<number> {
  const postmaster = Number.parseInt(await readFile(join(cluster, "postmaster.pid"), "utf8"), 10);
  let ticks = 0;
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    // The fields after the name in parentheses: state, parent, …, utime, stime, cutime, cstime (proc_pid_stat(5)).
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [used, ended] = [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)];
    if (Number(entry) === postmaster) ticks += used + ended;
    else if (fields[1] === postmaster) ticks += used;
  }
  return ticks * 10;
}
