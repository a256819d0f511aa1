import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Database } from "../../src/database/database.ts";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { startJobRunner } from "../../src/app/jobs/job-runner.ts";
import { jobs as registeredJobs } from "../../src/app/registry.ts";
import { jobPool } from "../../src/database/job-queue.ts";
import { noteKey } from "../../src/app/secrets/known-keys.ts";
import { aFileStore } from "./files.ts";
import { testSecrets } from "./secrets.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import type { FileStore } from "../../src/kernel/files.ts";
import type { Scope } from "../../src/kernel/scopes.ts";
import { scopes as allScopes, isScope } from "../../src/kernel/scopes.ts";
import { issueAccessToken } from "../../src/modules/access/access-token.ts";
import { aDatabase, type TestDatabase } from "./databases.ts";
import type { JobContext } from "../../src/kernel/write/job.ts";
import { ApiClient } from "./client.ts";

/** A service of one's own for a test file: real HTTP on a free port, over a real database. */
export interface TestService {
  readonly database: Database;
  /** A store of its own, in a directory that is removed with it. */
  readonly files: FileStore;
  readonly url: string;
  /** Runs a statement as the database's owner: to look behind the service, or to set up what no route can. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
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

/** Every scope there is, but the owned ones, which narrow what a token sees. */
export const fullScopes: readonly Scope[] = Object.keys(allScopes)
  .filter(isScope)
  .filter((scope) => !scope.endsWith("_owned"));

/**
 * Opens a service before the file's (or the describe's) tests and closes it after them.
 * @param options.log takes every line of its log, in full detail
 * @param options.endpoints where other people's servers are: with them, the service also runs its job queue
 * @param options.privateFetch what may be fetched from although it is not public
 * @param options.clock tells the service the time (epoch milliseconds); the database's own now() is always the real one
 */
export function useService(
  options: {
    readonly connections?: number;
    readonly log?: (line: string) => void;
    readonly endpoints?: Readonly<Record<string, string>>;
    readonly privateFetch?: readonly string[];
    readonly clock?: () => number;
  } = {},
): TestService {
  const { connections = 40, log, clock = Date.now, endpoints, privateFetch = [] } = options;
  let database: Database | undefined;
  let own: TestDatabase | undefined;
  let owner: pg.Pool | undefined;
  let app: FastifyInstance | undefined;
  let store: Awaited<ReturnType<typeof aFileStore>> | undefined;
  let stopJobs: (() => Promise<void>) | undefined;
  let url = "";
  beforeAll(async () => {
    own = await aDatabase();
    owner = new pg.Pool({ ...own.owner, max: 4 });
    database = new Database(own.application, { connections });
    // The end of the file drops the database under connections that are still saying goodbye.
    database.onConnectionLost(() => undefined);
    owner.on("error", () => undefined);
    await noteKey(database, testSecrets);
    store = await aFileStore();
    const { files } = store;
    const logger = log
      ? pino({ level: "trace" }, { write: log })
      : pino({ level: process.env.ROOST_LOG_LEVEL ?? "silent" });
    if (endpoints) stopJobs = await runningJobs(own, database, { files, endpoints, privateFetch }, logger);
    app = await buildApp({
      ...serviceDependencies(database, testSecrets, files),
      baseUrl,
      clock,
      logger,
      ...(endpoints ? { endpoints } : {}),
      transport: new Transport("off", baseUrl),
      agentRedirectUris: [agentRedirectUri, agentProgramUri],
      agentOrigins: [agentOrigin],
    });
    url = await app.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await app?.close();
    await stopJobs?.();
    await database?.close();
    await owner?.end();
    await own?.drop();
    await store?.remove();
  });

  const open = (): Database => {
    if (!database) throw new Error("The service is not open yet: use it inside a test.");
    return database;
  };
  const sql: TestService["sql"] = async (statement, values = []) => {
    if (!owner) throw new Error("The service is not open yet: use it inside a test.");
    const result = await owner.query<Record<string, unknown>>(statement, values);
    return result.rows;
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
      return open();
    },
    get files() {
      if (!store) throw new Error("The service is not open yet: use it inside a test.");
      return store.files;
    },
    get url() {
      return url;
    },
    sql,
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
      const token = await open().transaction(async (transaction) => {
        await transaction.run(
          "insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3) on conflict do nothing",
          [account, application, [...scopes]],
        );
        return issueAccessToken(transaction, { account, application, scopes });
      });
      return new ApiClient(url, token, account, application);
    },
  };
}

/** The job queue, as a process of the service runs it. @returns ends it */
async function runningJobs(
  { owner }: TestDatabase,
  database: Database,
  given: Pick<JobContext, "files" | "endpoints" | "privateFetch">,
  logger: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const pool = await jobPool(owner, "foreign");
  const surroundings = { secrets: testSecrets, ...given };
  const stop = startJobRunner({
    database,
    pool,
    jobs: registeredJobs,
    surroundings,
    logger,
    clock: Date.now,
    longestEnd: 400,
  });
  return async () => {
    await stop();
    await pool.end();
  };
}
