import { rename } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { startJobRunner } from "../../src/app/jobs/job-runner.ts";
import { registeredJobs } from "../../src/app/jobs/registered-jobs.ts";
import { registerKey } from "../../src/app/secrets/registered-keys.ts";
import type { Database } from "../../src/database/connect/database.ts";
import { jobPool } from "../../src/database/jobs/job-queue.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { scopes as allScopes } from "../../src/kernel/access/scopes.ts";
import type { FileStore } from "../../src/kernel/files/files.ts";
import type { Mailer } from "../../src/kernel/mailer.ts";
import type { JobContext } from "../../src/kernel/write/jobs/job.ts";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { fullScopes } from "./access.ts";
import { openApplicationDatabase } from "./application-database.ts";
import { ApiClient } from "./client.ts";
import { aDatabase, type TestDatabase } from "./databases.ts";
import { aFileStore } from "./files.ts";
import { noMailer } from "./mailers.ts";
import { testSecrets } from "./secrets.ts";

export { fullScopes } from "./access.ts";

/** A test file's own service: real HTTP on a free port, over a real database. */
export interface TestService {
  readonly database: Database;
  /** The service's own store, whose directory is removed with it. */
  readonly files: FileStore;
  readonly url: string;
  /** Runs a statement as the database owner, to inspect or set up what no route can. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs statements as the owner in one transaction without triggers, to simulate the past or the passing of time. */
  withoutTriggers(...statements: string[]): Promise<void>;
  anAccount(settings?: Record<string, unknown>): Promise<number>;
  anApplication(): Promise<number>;
  /** Creates a client for the account; by default with all scopes and a new application. */
  aClient(account: number, options?: { scopes?: readonly Scope[]; application?: number }): Promise<ApiClient>;
}

/** The base URL of the tests' service. */
export const baseUrl = "https://roost.test";

/** An allowed agent redirect URI. */
export const agentRedirectUri = "https://agents.example/callback";

/** An allowed private scheme, as of a desktop program. */
export const agentProgramUri = "editor://agent.example/oauth/callback?window=7";

/** An allowed agent origin. */
export const agentOrigin = "https://console.example";

/** Options for a test's service. */
interface ServiceOptions {
  readonly connections?: number;
  /** Receives every log line at the finest level. */
  readonly log?: (line: string) => void;
  /** Addresses of third-party services. With them, the service also runs its job queue. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Private hosts that its jobs may fetch from. */
  readonly privateFetch?: readonly string[];
  /** Whether webhooks may go to this machine by http. */
  readonly localWebhooks?: boolean;
  /** The mailer of its jobs. Defaults to sending none. */
  readonly mailer?: Mailer;
  /** The service's clock (epoch milliseconds). The database's now() is always real. */
  readonly clock?: () => number;
  /** Initial contents, instead of an empty database and no files. */
  readonly copied?: () => Promise<Contents>;
}

/** Initial contents of a service: a database without connections, and its files directory. */
export interface Contents {
  readonly database: string;
  readonly files: string;
}

/** A listening service on its own database. */
interface OpenService {
  readonly database: Database;
  readonly owner: pg.Pool;
  readonly files: FileStore;
  readonly url: string;
  close(): Promise<void>;
  /** Closes the service and keeps its contents as initial ones for others. */
  leave(contents: Contents): Promise<void>;
}

/** Opens a service before the tests of the file or describe, and closes it after them. */
export function useService(options: ServiceOptions = {}): TestService {
  let service: OpenService | undefined;
  beforeAll(async () => {
    service = await openService(options);
  });
  afterAll(() => service?.close());
  return asTestService(() => service);
}

/** Creates initial contents for services. @returns the result of `fill` */
export async function fillOnce<T>(contents: Contents, fill: (service: TestService) => Promise<T>): Promise<T> {
  const service = await openService({});
  const filled = await fill(asTestService(() => service));
  await service.leave(contents);
  return filled;
}

let sharedService: Promise<OpenService> | undefined;

/**
 * The worker's shared service, for files that use only their own accounts: they neither read whole tables nor change shared records. Opening a
 * service per file would take longer than many files' tests.
 */
export function useSharedService(): TestService {
  let service: OpenService | undefined;
  let before: unknown[] = [];
  beforeAll(async () => {
    sharedService ??= openService({});
    service = await sharedService;
    before = await sharedBySeveral(service);
  });
  afterAll(async () => {
    if (service) expect(await sharedBySeveral(service), "what all accounts share").toEqual(before);
  });
  return asTestService(() => service);
}

/** Shared tables. A file that changed them would affect the next one. */
async function sharedBySeveral({ owner }: OpenService): Promise<unknown[]> {
  const tables = ["amenities", "destinations", "exchange_rates"];
  const texts = tables.map((table) => `select '${table}' as name, count(*), max(${table}::text) from ${table}`);
  return (await owner.query(texts.join(" union all "))).rows;
}

async function openService({
  connections = 40,
  log,
  endpoints,
  privateFetch = [],
  localWebhooks = false,
  mailer = noMailer,
  clock = Date.now,
  copied,
}: ServiceOptions): Promise<OpenService> {
  const contents = await copied?.();
  const own = await aDatabase(contents?.database);
  const owner = new pg.Pool({ ...own.owner, max: 4 });
  const database = await openApplicationDatabase(own.application, connections);
  // The file's end drops the database while connections are still closing.
  database.onConnectionLost(() => undefined);
  owner.on("error", () => undefined);
  await registerKey(database, testSecrets);
  const { files, directory, remove } = await aFileStore(contents?.files);
  const logger = log
    ? pino({ level: "trace" }, { write: log })
    : pino({ level: process.env.ROOST_LOG_LEVEL ?? "silent" });
  const dependencies = serviceDependencies(database, testSecrets, files);
  const { queries } = dependencies;
  const stopJobs = endpoints
    ? await runningJobs(
        own,
        database,
        { files, endpoints, privateFetch, localWebhooks, queries, mailer },
        logger,
        clock,
      )
    : undefined;
  const app = await buildApp({
    ...dependencies,
    baseUrl,
    clock,
    logger,
    ...(endpoints ? { endpoints } : {}),
    outgoing: { privateFetch, localWebhooks },
    transport: new Transport("off", baseUrl),
    agentRedirectUris: [agentRedirectUri, agentProgramUri],
    agentOrigins: [agentOrigin],
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    await stopJobs?.();
    await database.close();
    await owner.end();
  };
  const close = async (): Promise<void> => {
    await stop();
    await own.drop();
    await remove();
  };
  const leave = async (left: Contents): Promise<void> => {
    await stop();
    await own.rename(left.database);
    await rename(directory, left.files);
  };
  return { database, owner, files, url, close, leave };
}

function asTestService(opened: () => OpenService | undefined): TestService {
  const open = (): OpenService => {
    const service = opened();
    if (!service) throw new Error("the service is not open yet: use it inside a test");
    return service;
  };
  const sql: TestService["sql"] = async (statement, values = []) => {
    const result = await open().owner.query<Record<string, unknown>>(statement, values);
    return result.rows;
  };
  const withoutTriggers: TestService["withoutTriggers"] = async (...statements) => {
    const client = await open().owner.connect();
    try {
      for (const statement of [...beginningWithoutTriggers, ...statements, "commit"]) await client.query(statement);
    } finally {
      client.release(true);
    }
  };
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const names = Object.keys(values);
    const places = names.map((_, index) => `$${index + 1}`);
    const [row] = await sql(
      `insert into ${table} (${names.join(", ")}) values (${places.join(", ")}) returning id`,
      Object.values(values),
    );
    return Number(row?.id);
  };
  const anApplication: TestService["anApplication"] = () => {
    const number = Math.random().toString(36).slice(2);
    return insert("applications", {
      name: `Application ${number}`,
      client_id: number,
      client_secret_digest: "\\x00",
      scopes: `{${Object.keys(allScopes).join(",")}}`,
    });
  };
  return {
    get database() {
      return open().database;
    },
    get files() {
      return open().files;
    },
    get url() {
      return open().url;
    },
    sql,
    withoutTriggers,
    anAccount: (settings = {}) =>
      insert("accounts", {
        business_name: "Les Robles",
        selected_locales: "{en,fr}",
        default_locale: "en",
        ...settings,
      }),
    anApplication,
    async aClient(account, options = {}) {
      const scopes = options.scopes ?? fullScopes;
      const application = options.application ?? (await anApplication());
      const token = await open()
        .database.within([account])
        .transaction(async (transaction) => {
          await transaction.run(
            "insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3) on conflict do nothing",
            [account, application, [...scopes]],
          );
          return issueAccessToken(transaction, { account, application, scopes });
        });
      return new ApiClient(open().url, token, account, application);
    },
  };
}

/** Begins a transaction without triggers, also on a cluster's workers. Elsewhere the prefixed settings have no effect. */
const beginningWithoutTriggers = [
  "begin",
  "set local citus.propagate_set_commands = 'local'",
  "set local citus.multi_shard_modify_mode = 'sequential'",
  "set local session_replication_role = replica",
];

/** Runs the job queue as the service does. @returns stops it */
async function runningJobs(
  { owner }: TestDatabase,
  database: Database,
  given: Pick<JobContext, "files" | "endpoints" | "privateFetch" | "localWebhooks" | "queries" | "mailer">,
  logger: FastifyBaseLogger,
  clock: () => number,
): Promise<() => Promise<void>> {
  const pool = await jobPool(owner, "foreign");
  const surroundings = { secrets: testSecrets, baseUrl, ...given };
  const stop = startJobRunner({
    database,
    pool,
    jobs: registeredJobs,
    surroundings,
    logger,
    clock,
    drainMs: 400,
  });
  return async () => {
    await stop();
    await pool.end();
  };
}
