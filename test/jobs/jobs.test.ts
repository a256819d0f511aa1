import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { pino } from "pino";
import Type from "typebox";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { startServer } from "../../src/app/server.ts";
import { jobPool } from "../../src/database/jobs/job-queue.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { openDatabase } from "../../src/database/open.ts";
import { defineJob, type JobContext, type QueueOptions, queueJob } from "../../src/kernel/write/jobs/job.ts";
import { noFiles } from "../harness/files.ts";
import { Network } from "../harness/network.ts";
import { testSecrets } from "../harness/secrets.ts";
import { until } from "../harness/until.ts";
import { aDirectory, plainSettings } from "../start/service.ts";
import { anOwner, aPlace, type Place } from "./fixture.ts";

const payload = Type.Object({ rental: Type.Integer() });
type Payload = Type.Static<typeof payload>;

/** A job that records its input and then runs a function. */
function aJob(work: (context: JobContext) => Promise<void> = async () => undefined, attempts?: number) {
  const runs: { account: number; attempt: number; last: boolean; payload: Payload }[] = [];
  const job = defineJob("note", {
    // A single account may use four of its slots.
    lane: "money and mail",
    payload,
    ...(attempts === undefined ? {} : { attempts }),
    async run(context, given) {
      const { account, attempt, last } = context;
      runs.push({ account, attempt, last, payload: given });
      await work(context);
    },
  });
  return { job, runs };
}

/** Queues a job like an account's operation. */
function queued(
  place: Place,
  { job }: ReturnType<typeof aJob>,
  rental: number,
  account = 1,
  options?: QueueOptions,
): Promise<void> {
  return place
    .account(account)
    .transaction((transaction) => queueJob({ transaction, account: { id: account } }, job, { rental }, options));
}

/** Waits until the queue is empty. */
const done = (place: Place): Promise<void> => until(async () => (await place.queue()).length === 0);

describe("a job that an operation queues", () => {
  test("runs once after the commit, with its payload, in its account's scope", async () => {
    const place = await aPlace();
    const seen: unknown[] = [];
    const noting = aJob(async ({ scope }) => {
      seen.push(await scope.read({ text: "select name from rentals" }, []));
    });
    await place.sql("insert into rentals (account_id, name) values (1, 'Cottage'), (2, 'Mill')");
    place.start(noting.job);
    await queued(place, noting, 7, 2);
    await done(place);
    expect(noting.runs).toEqual([{ account: 2, attempt: 1, last: false, payload: { rental: 7 } }]);
    expect(seen).toEqual([[["Mill"]]]);
  });

  test("does not run before the commit, and never when the operation is rolled back", async () => {
    const place = await aPlace();
    const noting = aJob();
    place.start(noting.job);
    // Queueing the first job of a name locks that name until the transaction ends.
    await queued(place, noting, 0);
    await done(place);
    const failure = new Error("The operation failed.");
    const operation = place.account(1).transaction(async (transaction) => {
      await queueJob({ transaction, account: { id: 1 } }, noting.job, { rental: 1 });
      await queued(place, noting, 2);
      await until(() => noting.runs.length === 2);
      throw failure;
    });
    await expect(operation).rejects.toBe(failure);
    await done(place);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([0, 2]);
  });

  test("is retried when it fails, knows its attempt number, and stays in the queue after the last failure", async () => {
    const place = await aPlace();
    const noting = aJob(async ({ attempt }) => {
      throw new Error(`Attempt ${attempt} met nobody.`);
    }, 2);
    place.start(noting.job);
    await queued(place, noting, 3);
    await until(async () => (await place.queue())[0]?.last_error === "Attempt 1 met nobody.");
    await place.sql("update graphile_worker._private_jobs set run_at = now()");
    await until(async () => (await place.queue())[0]?.last_error === "Attempt 2 met nobody.");
    expect(await place.queue()).toEqual([{ attempts: 2, last_error: "Attempt 2 met nobody." }]);
    expect(noting.runs.map(({ attempt, last }) => [attempt, last])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  test("is run by one of several processes", async () => {
    const place = await aPlace();
    const noting = aJob(() => wait(5));
    const others = aJob(() => wait(5));
    place.start(noting.job);
    place.start(others.job);
    const rentals = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(rentals.map((rental) => queued(place, noting, rental)));
    await done(place);
    const run = [...noting.runs, ...others.runs].map((one) => one.payload.rental);
    expect(run.toSorted((a, b) => a - b)).toEqual(rentals);
  });

  test("waits in the database while no process runs, and runs once one does", async () => {
    const place = await aPlace();
    const noting = aJob();
    const stop = place.start(noting.job);
    await stop();
    await queued(place, noting, 4);
    expect(await place.queue()).toEqual([{ attempts: 0, last_error: null }]);
    expect(noting.runs).toEqual([]);
    place.start(noting.job);
    await done(place);
    expect(noting.runs.map((run) => run.payload)).toEqual([{ rental: 4 }]);
  });

  test("runs when it is due, and not before", async () => {
    const place = await aPlace();
    const noting = aJob();
    const inAnHour = Date.now() + 3_600_000;
    await queued(place, noting, 1, 1, { runAt: inAnHour });
    await queued(place, noting, 2, 1, { runAt: Date.now() - 1000 });
    place.start(noting.job);
    await until(async () => (await place.queue()).length === 1);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([2]);
    const [waiting] = await place.sql(
      "select extract(epoch from run_at) * 1000 as due from graphile_worker._private_jobs",
    );
    expect(Number(waiting?.due)).toBe(inAnHour);
    await place.sql("update graphile_worker._private_jobs set run_at = now()");
    await done(place);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([2, 1]);
  });

  test("replaces a waiting job with the same key and account, and no other", async () => {
    const place = await aPlace();
    const noting = aJob();
    const inAnHour = { key: "endpoint 3", runAt: Date.now() + 3_600_000 };
    await queued(place, noting, 1, 1, inAnHour);
    await queued(place, noting, 2, 2, inAnHour);
    await queued(place, noting, 3, 1, { ...inAnHour, key: "endpoint 4" });
    await queued(place, noting, 4, 1, { key: "endpoint 3" });
    await queued(place, noting, 5, 1, { runAt: inAnHour.runAt });
    expect(await place.queue()).toHaveLength(4);
    place.start(noting.job);
    await until(async () => (await place.queue()).length === 3);
    expect(noting.runs.map(({ account, payload: { rental } }) => [account, rental])).toEqual([[1, 4]]);
  });

  test("runs after a running job of the same key, which is not retried", async () => {
    const place = await aPlace();
    const letGo = Promise.withResolvers<void>();
    onTestFinished(() => letGo.resolve());
    const noting = aJob(async () => {
      if (noting.runs.length > 1) return;
      await letGo.promise;
      throw new Error("It met nobody.");
    });
    place.start(noting.job);
    await queued(place, noting, 1, 1, { key: "endpoint 3" });
    await until(() => noting.runs.length === 1);
    await queued(place, noting, 2, 1, { key: "endpoint 3" });
    await until(() => noting.runs.length === 2);
    letGo.resolve();
    // The second one leaves the queue only after its run.
    await until(async () => (await place.queue()).every(({ last_error }) => last_error !== null));
    expect(await place.queue()).toEqual([{ attempts: 25, last_error: "It met nobody." }]);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([1, 2]);
  });

  test("a job with an invalid payload fails with a message", async () => {
    const place = await aPlace();
    const noting = aJob();
    place.start(noting.job);
    await place
      .account(1)
      .transaction((transaction) =>
        transaction.run("select queue_job('note', 1, $1, 25)", [JSON.stringify({ rental: "7" })]),
      );
    await until(async () => (await place.queue())[0]?.last_error != null);
    expect(await place.queue()).toEqual([
      { attempts: 1, last_error: "The job note was queued with an invalid payload." },
    ]);
    expect(noting.runs).toEqual([]);
  });
});

/** The connections of a pool whose database is unreachable. */
function broken(): Promise<pg.PoolClient>;
function broken(heard: (error: Error) => void): void;
function broken(heard?: (error: Error) => void): Promise<pg.PoolClient> | undefined {
  const error = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  if (!heard) return Promise.reject(error);
  heard(error);
  return undefined;
}

describe("the runner", () => {
  test("continues after its connections broke", async () => {
    const place = await aPlace();
    const noting = aJob();
    place.start(noting.job);
    await queued(place, noting, 1);
    await done(place);
    await place.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await until(() =>
      queued(place, noting, 2)
        .then(() => true)
        .catch(() => false),
    );
    await done(place);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([1, 2]);
  });

  test("continues after its database stopped responding for a while", async () => {
    const place = await aPlace();
    const network = await Network.listen(() => place.owner);
    const pool = await jobPool({ ...place.owner, host: "127.0.0.1", port: network.port }, "foreign", 300);
    const noting = aJob();
    // A running fetch may return after its caller has given up.
    const pace = { checkIntervalMs: 200, deadAfterMs: 15_000, maxClaimMs: 2_000 };
    const stop = place.run({ jobs: [noting.job], pool, recordMs: 400, pace });
    onTestFinished(async () => {
      await stop();
      await pool.end();
      network.close();
    });
    await queued(place, noting, 1);
    await done(place);
    // Also when an idle connection breaks, which the pool emits as an error.
    const gone = new Promise((resolve) => pool.once("remove", resolve));
    network.become("silent");
    await queued(place, noting, 2);
    await gone;
    network.become("open");
    await until(() => noting.runs.length === 2);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([1, 2]);
  });

  test("continues when it cannot record a job's result", async () => {
    const place = await aPlace();
    const { connect } = place.pool;
    let failed = false;
    const noting = aJob(async () => {
      if (failed) return;
      failed = true;
      place.pool.connect = () => {
        place.pool.connect = connect;
        return Promise.reject(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
      };
      throw new Error("It was not done.");
    });
    place.start(noting.job);
    await queued(place, noting, 1);
    await until(() => failed);
    await queued(place, noting, 2);
    await until(() => noting.runs.length === 2);
    // The first job stays locked until its worker is considered dead.
    expect((await place.queue()).map(({ attempts }) => attempts)).toContain(1);
  });

  test("continues when it could record the results of only some jobs", async () => {
    const place = await aPlace();
    const may = (verb: "grant" | "revoke") =>
      place.sql(`${verb} delete on graphile_worker._private_jobs ${verb === "grant" ? "to" : "from"} roost_jobs`);
    const logged: string[] = [];
    const letGo = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    for (const { resolve } of letGo) onTestFinished(() => resolve());
    const noting = aJob(() => letGo[noting.runs.length - 1]?.promise ?? Promise.resolve());
    const logger = pino({}, { write: (line: string) => void logged.push(line) });
    place.run({ jobs: [noting.job], recordMs: 400, logger });
    for (const rental of [1, 2, 3, 4]) {
      await queued(place, noting, rental);
      await until(() => noting.runs.length === rental);
    }
    await may("revoke");
    letGo[0]?.resolve();
    await until(() => logged.some((line) => line.includes("Failed to complete jobs")));
    await may("grant");
    // While the runner ends, each result is recorded separately.
    for (const left of [3, 2, 1]) {
      letGo[4 - left]?.resolve();
      await until(async () => (await place.queue()).length === left);
    }
    await queued(place, noting, 5);
    await until(() => noting.runs.length === 5);
    expect(noting.runs.map((run) => run.payload.rental)).toEqual([1, 2, 3, 4, 5]);
  });

  test("continues after its connections broke while more jobs waited than it has slots", async () => {
    const place = await aPlace();
    const { connect } = place.pool;
    let state: "whole" | "broken" | "mended" = "whole";
    const noting = aJob(async () => {
      const run = noting.runs.length;
      // Three slots are busy; in the fourth, the fifth job fails and its result cannot be recorded.
      if (run <= 3 || run > 5) await until(() => state === "mended");
      if (run !== 5) return;
      state = "broken";
      place.pool.connect = broken;
      throw new Error("It was not done.");
    });
    for (let rental = 1; rental <= 12; rental++) await queued(place, noting, rental);
    place.start(noting.job);
    await until(() => state === "broken");
    await wait(100);
    place.pool.connect = connect;
    state = "mended";
    await queued(place, noting, 13);
    await until(() => noting.runs.some((run) => run.payload.rental === 13));
  });

  test("abandons a job that does not end in time, and the next runner takes it", async () => {
    const place = await aPlace();
    const signals: AbortSignal[] = [];
    const noting = aJob(async ({ attempt, signal }) => {
      signals.push(signal);
      if (attempt === 1) await new Promise(() => undefined);
    });
    const stop = place.start(noting.job);
    await queued(place, noting, 1);
    await until(() => noting.runs.length === 1);
    await stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    // The library records it on its own connection, maybe slightly later.
    await expect.poll(() => place.queue()).toEqual([{ attempts: 1, last_error: "The attempt was aborted." }]);
    await place.sql("update graphile_worker._private_jobs set run_at = now()");
    place.start(noting.job);
    await done(place);
    expect(noting.runs.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test("runs as the owner if the owner may not create the role roost_jobs", async () => {
    const owner = await anOwner();
    await migrate(owner);
    const place = await aPlace(owner);
    expect((await place.pool.query("select current_user::text as name")).rows).toEqual([{ name: owner.user }]);
    const noting = aJob();
    place.start(noting.job);
    await queued(place, noting, 1);
    await done(place);
    expect(noting.runs).toHaveLength(1);
  });
});

describe("the service", () => {
  test("runs jobs while it serves, and stops when running jobs are done", async () => {
    const place = await aPlace();
    const letGo = Promise.withResolvers<void>();
    const noting = aJob(() => letGo.promise);
    const config = readConfig(await plainSettings());
    const opened = { database: place.database, jobs: place.pool, secrets: testSecrets, files: noFiles };
    const server = await startServer(config, opened, pino({ level: "silent" }), [noting.job]);
    const closed: string[] = [];
    onTestFinished(() => letGo.resolve());
    await queued(place, noting, 1);
    await until(() => noting.runs.length === 1);
    const closing = server.close().then(() => closed.push("closed"));
    await wait(300);
    await queued(place, noting, 2);
    expect(closed).toEqual([]);
    letGo.resolve();
    await closing;
    expect(noting.runs.map((run) => run.payload)).toEqual([{ rental: 1 }]);
    expect(await place.queue()).toEqual([{ attempts: 0, last_error: null }]);
  });
});

describe("the privileges on the queue", () => {
  const refused = { code: "42501" };

  test("let the application only add jobs in its account's scope", async () => {
    const place = await aPlace();
    const as = (statement: string) => place.account(1).transaction((transaction) => transaction.run(statement));
    await as(`select queue_job('note', 1, '{}', 25)`);
    expect(await place.queue()).toHaveLength(1);
    for (const statement of [
      "select queue_job('note', 2, '{}', 25)",
      "select queue_job('note', null, '{}', 25)",
      "select graphile_worker.add_job('note')",
      "select from graphile_worker._private_jobs",
      "select from graphile_worker.jobs",
      "delete from graphile_worker._private_jobs",
      "insert into job_workers (id) values ('ours')",
      "update graphile_worker._private_jobs set run_at = now()",
      "set role roost_jobs",
    ])
      await expect(as(statement), statement).rejects.toMatchObject(refused);
    expect(await place.queue()).toHaveLength(1);
  });

  test("are the same on the embedded server, where the runner has its own login", async () => {
    const opened = await openDatabase({ databaseUrl: undefined, dataDirectory: await aDirectory() }, () => undefined);
    onTestFinished(() => opened.close());
    const { rows } = await opened.jobs.query(
      `select current_user::text as role, session_user::text as login, rolsuper as superuser,
         (select count(*)::integer from pg_auth_members where member = session_user::regrole) as memberships
       from pg_roles where rolname = session_user`,
    );
    expect(rows).toEqual([{ role: "roost_jobs", login: "roost_jobs", superuser: false, memberships: 0 }]);
    await opened.jobs.query("select from graphile_worker._private_jobs");
    await expect(opened.jobs.query("set role roost_app")).rejects.toMatchObject(refused);
  });

  test("let the runner take and finish jobs, but add no account's job and read no other table", async () => {
    const { pool } = await aPlace();
    expect((await pool.query("select current_user::text as name")).rows).toEqual([{ name: "roost_jobs" }]);
    await pool.query("select from graphile_worker._private_jobs");
    await pool.query("select from graphile_worker._private_known_crontabs");
    // Recurring jobs belong to no account.
    await pool.query("select graphile_worker.add_job('note')");
    for (const statement of [
      `select graphile_worker.add_job('note', '{"account": 1, "payload": {}}')`,
      "select queue_job('note', 1, '{}', 25)",
      "select from bookings",
      "select from accounts",
      "select from roost_migrations",
    ])
      await expect(pool.query(statement), statement).rejects.toMatchObject(refused);
  });
});
