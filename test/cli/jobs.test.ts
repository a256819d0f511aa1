import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDatabase, type Statements, statementsOn, type TestDatabase, urlOf } from "../harness/databases.ts";
import { roostHere, roostJson } from "./roost.ts";

let own: TestDatabase;
let statements: Statements;
let settings: Record<string, string>;

beforeAll(async () => {
  own = await aDatabase();
  statements = statementsOn(own.owner);
  settings = { DATABASE_URL: urlOf(own.owner) };
});
beforeEach(async () => {
  const sql = (text: string) => statements.run(text);
  const add = (rest: string) => sql(`select graphile_worker.add_job(${rest})`);
  await sql("truncate graphile_worker._private_jobs, job_runs restart identity");
  await add(`'send mail', '{"account": 7, "payload": {}}', run_at => '2090-01-02T03:04:05Z'`);
  await add(`'render_photo', '{"account": 8, "payload": {}}', run_at => '2026-01-01', max_attempts => 2`);
  await add("'frequent work', run_at => '2026-01-02'");
  await sql(
    `update graphile_worker._private_jobs set attempts = 2, last_error = E'It was\\n no picture.' where id = 2`,
  );
  await sql(
    "update graphile_worker._private_jobs set locked_at = '2026-01-02T00:00:01Z', locked_by = 'us' where id = 3",
  );
  await sql(
    `insert into job_runs values ('expire holds', 12, 0, '2026-01-02', 3, null, null),
       ('send mail', 5, 1, '2026-01-03', 120, '2026-01-02', null), ('sweep files', 2, 2, '2026-01-02', 9, '2026-01-02', 'No store.')`,
  );
});
afterAll(async () => {
  await statements.end();
  await own.drop();
});

const jobs = (...words: string[]) => roostHere(settings, ["jobs", ...words]);

describe("the command jobs", () => {
  test("shows past runs by name, and running, waiting and failed jobs", async () => {
    expect(await jobs()).toEqual({
      code: 0,
      err: "",
      out: [
        "expire holds  ran 12 times, last 2026-01-02T00:00:00Z in 3 ms",
        "send mail  ran 5 times, last 2026-01-03T00:00:00Z in 120 ms  failed 1 times, last 2026-01-02T00:00:00Z",
        "sweep files  ran 2 times, last 2026-01-02T00:00:00Z in 9 ms  failed 2 times, last 2026-01-02T00:00:00Z: No store.",
        "",
        "1 running, 1 waiting, 1 failed.",
        "2  render_photo  account 8  failed  attempt 2 of 2  It was no picture.",
        "3  frequent work  recurring  running since 2026-01-02T00:00:01Z",
        "1  send mail  account 7  waits until 2090-01-02T03:04:05Z  attempt 0 of 25",
        "",
      ].join("\n"),
    });
  });

  test("counts the rentals whose static rates wait to be rebuilt", async () => {
    expect(await roostJson(settings, ["jobs"])).toMatchObject({ stale_rates: 0 });
    await statements.run(`insert into accounts (business_name) values ('Waiting')`);
    await statements.run("insert into rentals (account_id, name) select max(id), 'Villa' from accounts");
    expect(await roostJson(settings, ["jobs"])).toMatchObject({ stale_rates: 1 });
    expect((await jobs()).out).toContain("static rates  1 rentals wait to be rebuilt\n");
    await statements.run("update rentals set deleted_at = now()");
  });

  test("prints failed jobs as JSON", async () => {
    expect(await roostJson(settings, ["jobs", "--failed"])).toEqual({
      counts: { running: 1, waiting: 1, failed: 1 },
      jobs: [
        {
          ...{ id: 2, name: "render_photo", account: 8, state: "failed", attempts: 2, max_attempts: 2 },
          ...{ run_at: "2026-01-01T00:00:00Z", running_since: null, last_error: "It was\n no picture." },
        },
      ],
    });
  });

  test("retries a failed or waiting job and leaves a running one unchanged", async () => {
    const state = (id: number) =>
      statements.run(`select attempts, run_at <= now() as due from graphile_worker._private_jobs where id = ${id}`);
    expect((await jobs("--retry", "2")).out).toBe("Queued job 2 to run now.\n");
    expect(await state(2)).toEqual([{ attempts: 0, due: true }]);
    expect((await jobs("--retry", "1")).out).toBe("Queued job 1 to run now.\n");
    expect(await state(1)).toEqual([{ attempts: 0, due: true }]);
    expect((await jobs("--retry", "3")).out).toBe("Job 3 is already running. Nothing was changed.\n");
    expect(await jobs("--retry", "9")).toMatchObject({ code: 1, out: "", err: "error: No job 9 in the queue.\n" });
    for (const other of [["--failed"], ["--remove", "2", "--yes"]])
      expect(await jobs("--retry", "2", ...other)).toMatchObject({ code: 2, out: "" });
    expect(await jobs("--retry", "nine")).toMatchObject({ code: 2 });
  });

  test("removes a failed or waiting job after confirmation and leaves a running one unchanged", async () => {
    const left = () => statements.run("select id::integer from graphile_worker._private_jobs order by id");
    expect(await jobs("--remove", "2")).toMatchObject({ code: 1, out: "" });
    expect(await left()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect((await jobs("--remove", "2", "--yes")).out).toBe("Removed job 2.\n");
    expect(await roostJson(settings, ["jobs", "--remove", "1", "--yes"])).toEqual({ id: 1, removed: true });
    expect(await jobs("--remove", "3", "--yes")).toMatchObject({ code: 1, out: "" });
    expect(await jobs("--remove", "9", "--yes")).toMatchObject({ code: 1, err: "error: No job 9 in the queue.\n" });
    expect(await left()).toEqual([{ id: 3 }]);
  });
});
