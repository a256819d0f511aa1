import { setTimeout as wait } from "node:timers/promises";
import {
  EmbeddedPostgresError,
  type EmbeddedPostgresExit,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from "@roost/embedded-postgres";
import { parseIntoClientConfig } from "pg-connection-string";
import type { ServerAddress } from "./connect/address.ts";
import { Database } from "./connect/database.ts";
import { type Host, Hosts, hostUrls } from "./connect/hosts.ts";
import { isDistributed } from "./connect/is-distributed.ts";
import { assertDirect } from "./connect/pooler.ts";
import { loginAs } from "./connect/roles.ts";
import { type JobPool, jobPool } from "./jobs/job-queue.ts";
import { migrate } from "./migrate/migrate.ts";
import { isUnreachable } from "./sql/errors.ts";

/** What decides which database it is. */
export interface DatabaseChoice {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** Where the embedded server's write-ahead log is copied to. */
  readonly walArchive?: string | undefined;
}

/** An open, migrated database. */
export interface OpenDatabase {
  readonly database: Database;
  /** For the runner of the job queue alone. Connects when it is first used. */
  readonly jobs: JobPool;
  /** Names of the migrations that were applied on opening. */
  readonly migrations: readonly string[];
  /** Resolves when an embedded server of ours ends by itself; never for another. */
  readonly lost: Promise<EmbeddedPostgresExit>;
  /** What is behind an error: the end of an embedded server of ours rather than the connection that broke along with it. */
  causeOf(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Milliseconds in which the end of a server is noticed, once its connections have broken. */
const longestNotice = 5_000;

const never = new Promise<never>(() => {});

/**
 * Opens the database that the service runs on: the server of `DATABASE_URL`, else the embedded one, which is started here.
 * @param signal ends a start that is not done: the embedded server, and with it whatever asks it
 * @throws EmbeddedPostgresError or MigrationError, each with one sentence for the person who starts the service
 */
export async function openDatabase(
  choice: DatabaseChoice,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  if (choice.databaseUrl !== undefined) {
    const address = addressOf(choice.databaseUrl);
    await assertDirect(address);
    return openServer(address, { lost: never, stop: async () => {}, server: "foreign" });
  }
  const { dataDirectory: directory, walArchive: archiveTo } = choice;
  const server = await startEmbeddedPostgres({ directory, archiveTo, log, ...(signal ? { signal } : {}) });
  signal?.addEventListener("abort", () => void server.stop());
  try {
    const [lost, stop] = [server.exited, () => server.stop()];
    return await openServer(local(server.address), { lost, stop, server: "embedded" });
  } catch (error) {
    const cause = await causeOf(error, server.exited);
    await server.stop();
    throw cause;
  }
}

/**
 * Opens the database for a command beside the service: joins the embedded server while it runs, and starts it for the command's
 * duration when it does not.
 */
export async function joinDatabase(
  choice: DatabaseChoice,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  const running = choice.databaseUrl === undefined ? await runningEmbeddedPostgres(choice.dataDirectory) : undefined;
  return running
    ? openServer(local(running), { lost: never, stop: async () => {}, server: "embedded" })
    : openDatabase(choice, log, signal);
}

/** A socket of our own: whatever PGSSLMODE says of the servers elsewhere. */
function local(address: ServerAddress): ServerAddress {
  return { ...address, ssl: false };
}

/** A server that migrations may run on. */
interface OpenServer {
  readonly lost: OpenDatabase["lost"];
  readonly stop: () => Promise<void>;
  readonly server: "embedded" | "foreign";
}

async function openServer(owner: ServerAddress, { lost, stop, server }: OpenServer): Promise<OpenDatabase> {
  const migrations = await migrate(owner);
  const distributed = server === "foreign" && (await isDistributed(owner));
  const jobs = await jobPool(owner, server);
  const login = server === "embedded" ? await loginAs("roost_app", owner) : owner;
  const database = new Database(login, { distributed });
  return {
    database,
    jobs,
    migrations,
    lost,
    causeOf: (error) => causeOf(error, lost),
    async close() {
      await Promise.all([database.close(), jobs.end()]);
      await stop();
    },
  };
}

async function causeOf(error: unknown, lost: OpenDatabase["lost"]): Promise<unknown> {
  if (lost === never || !isUnreachable(error)) return error;
  const exit = await Promise.race([lost, wait(longestNotice, undefined, { ref: false })]);
  const said = error instanceof Error ? error.message : String(error);
  const broke = `The embedded PostgreSQL lives, but the connection to it broke: ${said}. Start Roost again.`;
  return new EmbeddedPostgresError(exit?.message ?? broke, { cause: error });
}

/**
 * The address of `postgres://user:password@host:port/database`; what is left out is as libpq has it. Of several hosts, `one:5432,two:5432`,
 * the one that takes writes is meant.
 */
export function addressOf(databaseUrl: string): ServerAddress {
  const [first, ...others] = hostUrls(databaseUrl);
  const address = addressOfHost(first);
  if (others.length === 0) return address;
  return { ...address, hosts: new Hosts([hostOf(address), ...others.map(addressOfHost).map(hostOf)]) };
}

const hostOf = ({ host, port }: ServerAddress): Host => ({ host, port });

function addressOfHost(url: string): ServerAddress {
  const config = parseIntoClientConfig(url);
  const user = config.user ?? process.env.USER ?? "postgres";
  return {
    host: config.host ?? "localhost",
    port: config.port ?? 5432,
    user,
    password: typeof config.password === "string" ? config.password : "",
    database: config.database ?? user,
    ...(config.ssl === undefined ? {} : { ssl: config.ssl }),
  };
}
