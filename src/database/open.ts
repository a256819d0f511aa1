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

/** Selects the database. */
export interface DatabaseChoice {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** The directory for the embedded server's archived write-ahead log. */
  readonly walArchive?: string | undefined;
}

/** An open, migrated database. */
export interface OpenDatabase {
  readonly database: Database;
  /** For the job runner only. Connects on first use. */
  readonly jobs: JobPool;
  /** Names of the migrations applied on opening. */
  readonly migrations: readonly string[];
  /** Resolves when our embedded server exits by itself. Never resolves for any other server. */
  readonly lost: Promise<EmbeddedPostgresExit>;
  /** The root cause of an error: our embedded server's exit rather than the connection error it caused. */
  causeOf(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** The maximum wait for the report of a server's exit after its connections broke. */
const exitNoticeMs = 5_000;

const never = new Promise<never>(() => {});

/**
 * Opens the service's database: the server in `DATABASE_URL`, or else the embedded server, which this starts.
 * @param signal aborts a start by stopping the embedded server
 * @throws EmbeddedPostgresError or MigrationError, whose messages name the remedy
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
 * Opens the database for a command. Joins the embedded server if it is running; otherwise starts it for the command's duration.
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

/** The embedded server listens on a local socket, so PGSSLMODE does not apply. */
function local(address: ServerAddress): ServerAddress {
  return { ...address, ssl: false };
}

/** A reachable server on which to run migrations. */
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
  const exit = await Promise.race([lost, wait(exitNoticeMs, undefined, { ref: false })]);
  const reason = error instanceof Error ? error.message : String(error);
  const connectionLost = `The embedded PostgreSQL is running, but the connection to it was lost: ${reason}. Start Roost again.`;
  return new EmbeddedPostgresError(exit?.message ?? connectionLost, { cause: error });
}

/**
 * Parses `postgres://user:password@host:port/database`; omitted parts default as in libpq.
 * With several hosts, `one:5432,two:5432`, connections go to the one that accepts writes.
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
