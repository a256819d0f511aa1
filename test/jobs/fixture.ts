import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { inject, onTestFinished } from "vitest";
import { type JobRunnerOptions, startJobRunner } from "../../src/app/jobs/job-runner.ts";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import type { Database } from "../../src/database/connect/database.ts";
import { type JobPool, jobPool } from "../../src/database/jobs/job-queue.ts";
import type { AccountScope } from "../../src/database/sql/account-scope.ts";
import type { AnyJob } from "../../src/kernel/write/jobs/job.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { aDatabase, runSql, statementsOn } from "../harness/databases.ts";
import { noFiles } from "../harness/files.ts";
import { noMailer } from "../harness/mailers.ts";
import { noQueries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";

/** A queued job. */
export interface QueuedJob {
  readonly attempts: number;
  readonly last_error: string | null;
}

/** A database with two accounts, 1 and 2, and its job queue. */
export interface Place {
  readonly database: Database;
  readonly pool: JobPool;
  readonly owner: ServerAddress;
  /** Runs a statement as the database's owner. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The accounts' queued jobs. */
  queue(): Promise<QueuedJob[]>;
  /** Starts a runner that ends with the test at the latest and gives its jobs 0.4 seconds to end. */
  start(...jobs: AnyJob[]): () => Promise<void>;
  /** The same with more options. */
  run(options: Partial<JobRunnerOptions>): () => Promise<void>;
  account(id: number): AccountScope;
}

/** @param owner of a migrated database; by default a new one is created */
export async function aPlace(owner?: ServerAddress): Promise<Place> {
  const own = owner ? { owner, application: owner, drop: async () => undefined } : await aDatabase();
  const database = await openApplicationDatabase(own.application, 4);
  const pool = await jobPool(own.owner, "foreign");
  const { run: sql, end } = statementsOn(own.owner);
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all([database.close(), pool.end(), end()]);
    await own.drop();
  });
  await sql("insert into accounts (business_name) values ('Les Robles'), ('Mill House')");
  const run: Place["run"] = (options) => {
    const stop = startJobRunner({
      database,
      pool,
      jobs: [],
      surroundings: {
        ...{ secrets: testSecrets, files: noFiles, endpoints: {}, privateFetch: [], localWebhooks: false },
        ...{ mailer: noMailer, baseUrl: "https://roost.test", queries: noQueries },
      },
      logger: pino({ level: "silent" }),
      clock: Date.now,
      drainMs: 400,
      ...options,
    });
    stops.push(stop);
    return stop;
  };
  return {
    database,
    pool,
    owner: own.owner,
    sql,
    queue: () =>
      sql<{ attempts: number; last_error: string | null }>(
        "select attempts, last_error from graphile_worker._private_jobs where payload -> 'account' is not null order by id",
      ),
    start: (...jobs) => run({ jobs }),
    run,
    account: (id) => database.within([id]),
  };
}

/** An empty database, dropped after the test. Its owner is not a superuser, cannot create roles, and may become roost_app. */
export async function anOwner(): Promise<ServerAddress> {
  const server = inject("owner");
  const name = `jobs_${randomBytes(6).toString("hex")}`;
  await runSql(server, `create role ${name} login password 'secret'`);
  await runSql(server, `grant roost_app to ${name}`);
  await runSql(server, `create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await runSql(server, `drop database ${name} with (force)`);
    await runSql(server, `drop role ${name}`);
  });
  return { ...server, database: name, user: name, password: "secret" };
}
