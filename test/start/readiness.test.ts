import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { ApiClient, errorsOf } from "../harness/client.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aToken, plainSettings, Service } from "./service.ts";

const worker = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "roost.js"), "worker"];

/** The readiness response that a load balancer sees. */
async function readiness(port: string | undefined) {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const { status, reason } = JSON.parse(await answer.text());
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("retry-after")).toBe(answer.status === 503 ? "5" : null);
  return { code: answer.status, status, check: reason?.check, details: reason?.details };
}

const ready = { code: 200, status: "ready", check: undefined, details: undefined };
const unready = (check: string, details: unknown) => ({ code: 503, status: "unready", check, details });

test("readiness reports a read-only database, missing migrations, stuck jobs and draining, and each recovery", async () => {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  const owner = { ...inject("owner"), database: database.owner.database };
  const settings: Record<string, string> = {
    ...(await plainSettings()),
    DATABASE_URL: urlOf(database.owner),
    ROOST_WORKER: "off",
    ROOST_DRAIN_SECONDS: "5",
  };
  const port = settings.ROOST_HTTP_PORT;
  const service = await new Service(settings).ready();
  const client = new ApiClient(`http://127.0.0.1:${port}`, (await aToken(owner)).token);
  const becomes = (wanted: unknown) =>
    until(async () => JSON.stringify(await readiness(port)) === JSON.stringify(wanted)).catch(async () =>
      expect(await readiness(port)).toEqual(wanted),
    );
  await becomes(ready);

  // Like a demoted primary, or a provider with a nearly full disk.
  const writes = async (which: "on" | "off") => {
    await runSql(inject("owner"), `alter database ${owner.database} set default_transaction_read_only = ${which}`);
    await runSql(
      inject("owner"),
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [owner.database],
    );
  };
  await writes("on");
  await becomes(unready("database", "The database accepts no writes."));
  const refused = await client.post("/rentals", { rentals: [{ name: "Cottage" }] });
  expect([refused.status, refused.headers.get("retry-after"), errorsOf(refused)]).toEqual([
    503,
    "5",
    [{ code: "unavailable", details: "The database is read-only. Retry later." }],
  ]);
  await writes("off");
  await becomes(ready);
  expect((await client.post("/rentals", { rentals: [{ name: "Cottage" }] })).status).toBe(201);

  const last = "(select max(name) from roost_migrations)";
  const [{ name }] = (await runSql(owner, `select ${last} as name`)).rows;
  await runSql(owner, `update roost_migrations set name = '9999_of_tomorrow.sql' where name = ${last}`);
  await becomes(unready("migrations", `The database is missing migrations: ${name}.`));
  await runSql(
    owner,
    "insert into roost_migrations (name, digest) select $1, digest from roost_migrations where name = $2",
    [name, "9999_of_tomorrow.sql"],
  );
  await becomes(unready("migrations", "A newer release has migrated the database: 9999_of_tomorrow.sql."));
  await runSql(owner, "delete from roost_migrations where name = '9999_of_tomorrow.sql'");
  await becomes(ready);

  // Overdue jobs, whose process is gone.
  await runSql(owner, "select graphile_worker.add_job('frequent work', '{}', run_at => now() - interval '1 hour')");
  await becomes(unready("jobs", "Jobs are waiting, and no worker runs them."));
  const works = new Service(settings, undefined, worker);
  await becomes(ready);
  expect(await works.signal("SIGTERM")).toEqual({ code: 0, signal: null });

  service.process.kill("SIGTERM");
  await becomes(unready("draining", "The service is shutting down."));
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  expect((await client.get("/rentals")).status).toBe(200);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(service.complaints).toEqual([]);
});
