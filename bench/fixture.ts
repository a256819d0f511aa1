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

/** 50,000 bookings of 10 accounts with 50 rentals each, in a database of the benchmark's own; or what another file says. */
export interface Fixture extends AsyncDisposable {
  /** The login of the service's role. */
  readonly login: ServerAddress;
  /** Where its server keeps its data. */
  readonly directory: string;
  /** That of the database's owner. */
  readonly owner: ServerAddress;
  /** The account that is worked with, and the application that has a token for it. */
  readonly account: number;
  readonly application: number;
  /** Whether the directory lies in memory, where waiting for the disk costs nothing. */
  readonly inMemory: boolean;
  /** @param account another one than that */
  aToken(scopes: readonly Scope[], account?: number): Promise<string>;
  /** Runs a file beside this one, as the database's owner. */
  add(content: string): Promise<void>;
  /** Runs a statement, or several without values, as the database's owner. */
  change(sql: string, values?: readonly unknown[]): Promise<void>;
  /** Ids that a statement answers, as the database's owner. */
  ids(sql: string): Promise<number[]>;
  /** Processor time that the database server has used so far, milliseconds; undefined where the system does not tell. */
  processorTime(): Promise<number | undefined>;
  /** A copy of the database in which a statement of its owner has changed something. @returns its login */
  aCopy(name: string, change: string): Promise<ServerAddress>;
}

/** A server whose directory goes with it. */
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

/** Settings for a database that is made to be thrown away: commits do not wait for the disk. */
export const careless = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

const tmpfs = 0x01021994;

/**
 * Makes the fixture (some 10 s).
 * @param durable whether commits wait for the disk, as they do in the service's own database
 * @param content a file beside this one that fills it
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

/** Fills a database from a file beside this one. @returns the ids of the accounts */
export async function fill(client: pg.Client, content: string): Promise<number[]> {
  await client.query("set statement_timeout = 0; set synchronous_commit = off");
  await run(client, content);
  // As the service's job does within seconds; the benchmarks run none.
  await client.query("do $$ begin while fold_record_counts() > 0 loop end loop; end $$");
  // What the world was made by is nobody's news.
  await client.query("truncate change_outbox");
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  return idsOf(client, "select id from accounts order by id");
}

async function run(client: pg.Client, content: string): Promise<void> {
  await client.query(await readFile(new URL(content, import.meta.url), "utf8"));
}

/** A token for the account, of the application. @param login of the service's role */
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

/** The ids that a statement answers. */
export async function idsOf(client: pg.Client, sql: string): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(sql);
  return rows.map(({ id }) => Number(id));
}

/** Connects as the database's owner for the duration of `work`. */
export async function withOwner<T>(owner: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(owner, "owner"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Processor time of the server's main process with its children, those that have ended among them. Linux tells it in hundredths of seconds. */
export async function processorTime(cluster: string): Promise<number> {
  const postmaster = Number.parseInt(await readFile(join(cluster, "postmaster.pid"), "utf8"), 10);
  let ticks = 0;
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    // After the name in brackets: state, parent, …, utime, stime, cutime, cstime (proc_pid_stat(5)).
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
