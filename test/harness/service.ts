import { rename } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { startJobRunner } from "../../src/app/jobs/job-runner.ts";
import { jobs as registeredJobs } from "../../src/app/registry.ts";
import { noteKey } from "../../src/app/secrets/known-keys.ts";
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

/** A service of one's own for a test file: real HTTP on a free port, over a real database. */
export interface TestService {
  readonly database: Database;
  /** A store of its own, in a directory that is removed with it. */
  readonly files: FileStore;
  readonly url: string;
  /** Runs a statement as the database's owner: to look behind the service, or to set up what no route can. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs statements as the owner, in one transaction and behind all triggers: as the past was, or as time does it. */
  withoutTriggers(...statements: string[]): Promise<void>;
  anAccount(settings?: Record<string, unknown>): Promise<number>;
  anApplication(): Promise<number>;
  /** A client with a token for the account; all scopes and a fresh application unless told otherwise. */
  aClient(account: number, options?: { scopes?: readonly Scope[]; application?: number }): Promise<ApiClient>;
}

/** The base URL that the tests' service believes to have. */
export const baseUrl = "https://roost.test";

/** A redirect URI that the tests' service has on its list for agents. */
export const agentRedirectUri = "https://agents.example/callback";

/** A private scheme that it has on that list, as a program on somebody's desktop has one. */
export const agentProgramUri = "editor://agent.example/oauth/callback?window=7";

/** An origin that it takes agents' requests of. */
export const agentOrigin = "https://console.example";

/** How a service of a test is opened. */
interface ServiceOptions {
  readonly connections?: number;
  /** Takes every line of its log, in full detail. */
  readonly log?: (line: string) => void;
  /** Where other people's servers are: with them, the service also runs its job queue. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** What its jobs may fetch from although it is not public. */
  readonly privateFetch?: readonly string[];
  /** Whether webhooks may go to this machine, and by http. */
  readonly localWebhooks?: boolean;
  /** What its jobs send mails with; none go out unless told. */
  readonly mailer?: Mailer;
  /** Tells the service the time (epoch milliseconds); the database's own now() is always the real one. */
  readonly clock?: () => number;
  /** What it begins with, other than an empty database and no files. */
  readonly copied?: () => Promise<Contents>;
}

/** What a service can begin with: a database that nobody is connected to, and the directory of its files. */
export interface Contents {
  readonly database: string;
  readonly files: string;
}

/** A service that listens, on a database of its own. */
interface OpenService {
  readonly database: Database;
  readonly owner: pg.Pool;
  readonly files: FileStore;
  readonly url: string;
  close(): Promise<void>;
  /** Closes it, and leaves what it holds to services that begin with that. */
  leave(contents: Contents): Promise<void>;
}

/** Opens a service before the file's (or the describe's) tests and closes it after them. */
export function useService(options: ServiceOptions = {}): TestService {
  let service: OpenService | undefined;
  beforeAll(async () => {
    service = await openService(options);
  });
  afterAll(() => service?.close());
  return asTestService(() => service);
}

/** Makes what services can begin with. @returns what `fill` returned */
export async function fillOnce<T>(contents: Contents, fill: (service: TestService) => Promise<T>): Promise<T> {
  const service = await openService({});
  const filled = await fill(asTestService(() => service));
  await service.leave(contents);
  return filled;
}

let sharedService: Promise<OpenService> | undefined;

/**
 * The one service of the worker, for files that look at nothing beyond accounts of their own: neither at whole tables nor at what all
 * accounts share, and that change nothing of it. Opening one a file takes longer than many a file's tests. It lives as long as its worker.
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

/** What all accounts share of a database: a file that changed it would decide what the next one finds. */
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
  // The end of the file drops the database under connections that are still saying goodbye.
  database.onConnectionLost(() => undefined);
  owner.on("error", () => undefined);
  await noteKey(database, testSecrets);
  const { files, directory, remove } = await aFileStore(contents?.files);
  const logger = log
    ? pino({ level: "trace" }, { write: log })
    : pino({ level: process.env.ROOST_LOG_LEVEL ?? "silent" });
  const dependencies = serviceDependencies(database, testSecrets, files);
  const { queries } = dependencies;
  const stopJobs = endpoints
    ? await runningJobs(own, database, { files, endpoints, privateFetch, localWebhooks, queries, mailer }, logger)
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
    if (!service) throw new Error("The service is not open yet: use it inside a test.");
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

/** Begins a transaction without triggers: one by one, and told to the workers where there are some; elsewhere, names with this prefix say nothing. */
const beginningWithoutTriggers = [
  "begin",
  "set local citus.propagate_set_commands = 'local'",
  "set local citus.multi_shard_modify_mode = 'sequential'",
  "set local session_replication_role = replica",
];

/** The job queue, as a process of the service runs it. @returns ends it */
async function runningJobs(
  { owner }: TestDatabase,
  database: Database,
  given: Pick<JobContext, "files" | "endpoints" | "privateFetch" | "localWebhooks" | "queries" | "mailer">,
  logger: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const pool = await jobPool(owner, "foreign");
  const surroundings = { secrets: testSecrets, baseUrl, ...given };
  const stop = startJobRunner({
    database,
    pool,
    jobs: registeredJobs,
    surroundings,
    logger,
    clock: Date.now,
    drainMs: 400,
  });
  return async () => {
    await stop();
    await pool.end();
  };
}
