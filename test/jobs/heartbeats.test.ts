import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import Type from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { defineJob, queueJob } from "../../src/kernel/write/jobs/job.ts";
import { until } from "../harness/until.ts";
import { aPlace, type Place } from "./fixture.ts";

const pace = { checkIntervalMs: 30, deadAfterMs: 600, maxClaimMs: 60_000 };

/** A job that counts its runs and waits in each until released. */
function aWait() {
  const letGo = Promise.withResolvers<void>();
  onTestFinished(() => letGo.resolve());
  const counted = { runs: 0 };
  const job = defineJob("wait", {
    lane: "rest",
    payload: Type.Object({}),
    async run() {
      counted.runs++;
      await letGo.promise;
    },
  });
  return { job, counted, letGo: () => letGo.resolve() };
}

const queued = (place: Place, { job }: ReturnType<typeof aWait>): Promise<void> =>
  place.account(1).transaction((transaction) => queueJob({ transaction, account: { id: 1 } }, job, {}));

const workers = async (place: Place): Promise<unknown[]> => place.sql("select id from job_workers");

test("another process takes over a dead worker's jobs", async () => {
  const place = await aPlace();
  const waiting = aWait();
  waiting.letGo();
  await queued(place, waiting);
  await place.sql("update graphile_worker._private_jobs set attempts = 1, locked_by = 'dead', locked_at = now()");
  await place.sql("insert into job_workers (id) values ('dead')");
  place.run({ jobs: [waiting.job], pace });
  await until(async () => (await place.queue()).length === 0);
  expect(waiting.counted.runs).toBe(1);
  expect(await workers(place)).toHaveLength(1);
});

test("a job that outlasts the heartbeat timeout stays with its live worker", async () => {
  const place = await aPlace();
  const [first, second] = [aWait(), aWait()];
  place.run({ jobs: [first.job], pace });
  await queued(place, first);
  await until(() => first.counted.runs === 1);
  place.run({ jobs: [second.job], pace });
  await wait(3 * pace.deadAfterMs);
  expect([first.counted.runs, second.counted.runs]).toEqual([1, 0]);
  expect(await place.queue()).toHaveLength(1);
  first.letGo();
  await until(async () => (await place.queue()).length === 0);
  expect([first.counted.runs, second.counted.runs]).toEqual([1, 0]);
});

test("a single worker writes no heartbeats and leaves no rows", async () => {
  const place = await aPlace();
  const waiting = aWait();
  const stop = place.run({ jobs: [waiting.job], pace });
  await until(async () => (await workers(place)).length === 1);
  const beat = () => place.sql("select id, beat_at, xmin::text from job_workers");
  const before = await beat();
  await wait(10 * pace.checkIntervalMs);
  expect(await beat()).toEqual(before);
  await stop();
  expect(await workers(place)).toEqual([]);
});

test("a job that died in its last attempt is marked as failed, and obsolete recurring work is deleted", async () => {
  const place = await aPlace();
  const waiting = aWait();
  await queued(place, waiting);
  await place.sql("select graphile_worker.add_job('tick')");
  await place.sql(
    "update graphile_worker._private_jobs set attempts = max_attempts, locked_by = 'dead', locked_at = now()",
  );
  await place.sql("insert into job_workers (id) values ('dead')");
  place.run({ jobs: [waiting.job], pace });
  const inQueue = "select attempts, last_error from graphile_worker._private_jobs";
  await until(async () => (await place.sql(inQueue)).length === 1);
  expect(await place.sql(inQueue)).toEqual([{ attempts: 25, last_error: "The process that ran it died." }]);
});

test("a worker registers before it takes jobs, so that others can take them over", async () => {
  const place = await aPlace();
  const waiting = aWait();
  waiting.letGo();
  await queued(place, waiting);
  const holdUp = new pg.Client({ ...place.owner });
  await holdUp.connect();
  onTestFinished(() => holdUp.end());
  await holdUp.query("begin; lock table job_workers in share mode");
  place.run({ jobs: [waiting.job], pace });
  const held = "select from pg_locks where not granted and relation = 'job_workers'::regclass";
  await until(async () => (await place.sql(held)).length > 0);
  await wait(10 * pace.checkIntervalMs);
  expect(waiting.counted.runs).toBe(0);
  expect(await place.sql(held), "what looks do meanwhile").toHaveLength(1);
  await holdUp.query("rollback");
  await until(async () => (await place.queue()).length === 0);
  expect(waiting.counted.runs).toBe(1);
});

test("requeues a job that a live worker took without noticing, and leaves its running jobs", async () => {
  const place = await aPlace();
  const waiting = aWait();
  place.run({ jobs: [waiting.job], pace: { ...pace, maxClaimMs: 200 } });
  await queued(place, waiting);
  await until(() => waiting.counted.runs === 1);
  await place.sql(`
    insert into graphile_worker._private_jobs (task_id, payload, max_attempts, attempts, locked_at, locked_by)
    select task_id, payload, 1, 1, now() - interval '1 hour', locked_by from graphile_worker._private_jobs`);
  await until(() => waiting.counted.runs === 2);
  await wait(600);
  expect(waiting.counted.runs).toBe(2);
  const attempts = (await place.queue()).map((job) => job.attempts);
  expect(attempts, "the take was no attempt").toEqual([1, 1]);
  waiting.letGo();
  await until(async () => (await place.queue()).length === 0);
});

test("takes no more jobs after a newer release has migrated the database", async () => {
  const place = await aPlace();
  const waiting = aWait();
  waiting.letGo();
  const lines: string[] = [];
  const logger = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  place.run({ jobs: [waiting.job], pace, logger });
  await queued(place, waiting);
  await until(() => waiting.counted.runs === 1);
  await place.sql("insert into roost_migrations (name, digest) values ('9999_of_tomorrow.sql', 'x')");
  await until(async () => (await workers(place)).length === 0);
  expect(lines.join("")).toContain("9999_of_tomorrow.sql");
  await queued(place, waiting);
  // A process of the newer release takes it.
  expect(await place.queue()).toEqual([{ attempts: 0, last_error: null }]);
});
