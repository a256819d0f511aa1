import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { kill, processesOn } from "../crash/processes.ts";
import { aDatabase, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { heldAt, holdTable, waits } from "./held.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aDatabaseUrl, aDirectory, type End, plainSettings, Service, serverOf } from "./service.ts";

const root = join(import.meta.dirname, "..", "..");
const startScript = join(root, "bin", "start.js");
const worker = [process.execPath, join(root, "bin", "roost.js"), "worker"];
const gracefully: End = { code: 0, signal: null };
const onLinux = test.runIf(process.platform === "linux");

/** The reason why a PID namespace cannot be created here, if so. */
const noNamespace =
  spawnSync("unshare", ["--pid", "--fork", "true"], { encoding: "utf8" }).status === 0
    ? undefined
    : "unshare --pid is refused here: what happens as process 1 is not tested.";

/** Runs as process 1, as in a container without an init. */
const asFirst = ["unshare", "--pid", "--fork", process.execPath, startScript];

/** The service's process id in this namespace. */
async function firstProcess(service: Service): Promise<number> {
  const pid = service.process.pid ?? 0;
  const children = `/proc/${pid}/task/${pid}/children`;
  await until(async () => (await readFile(children, "utf8").catch(() => "")).trim() !== "");
  return Number((await readFile(children, "utf8")).trim());
}

async function nothingBehind(directory: string): Promise<void> {
  onTestFinished(async () => (await processesOn(directory)).forEach(kill));
  expect(await processesOn(directory)).toEqual([]);
}

describe("a signal before the service listens exits with 0 and leaves nothing behind:", () => {
  onLinux("while the database is created", async () => {
    const directory = await aDirectory();
    const service = new Service(await plainSettings(directory));
    await until(async () => (await readdir(directory)).some((name) => name.startsWith("postgres.initialising-")));
    expect(await service.signal("SIGTERM")).toEqual(gracefully);
    expect(service.complaints).toEqual([]);
    await nothingBehind(directory);
    expect((await readdir(directory)).sort()).toEqual(["postgres-lock", "postgres.log"]);
  });

  onLinux("during the migrations, on the embedded server", async () => {
    const directory = await heldAt("roost_migrations");
    const service = new Service(await plainSettings(directory));
    await waits(() => serverOf(directory), service);
    expect(await service.signal("SIGTERM")).toEqual(gracefully);
    expect(service.complaints).toEqual([]);
    await nothingBehind(directory);
  });

  test("while the demo is seeded on another server, and for a worker during migrations", async () => {
    const database = await aDatabase();
    const server = { ...inject("owner"), database: database.owner.database };
    onTestFinished(() => database.drop());
    const settings = { ...(await plainSettings()), DATABASE_URL: urlOf(server), ROOST_DEMO: "on" };
    for (const [table, command] of [["destinations"], ["roost_migrations", worker]] as const) {
      const letGo = await holdTable(server, table);
      const service = new Service(settings, undefined, command && [...command]);
      await waits(async () => server, service);
      expect(await service.signal("SIGINT")).toEqual(gracefully);
      expect(service.complaints).toEqual([]);
      await letGo();
    }
  });
});

// test/jobs/killed.test.ts covers SIGTERM.
test("a worker process exits with 0 on SIGHUP", async () => {
  const settings = { ...(await plainSettings()), DATABASE_URL: await aDatabaseUrl() };
  const service = new Service(settings, undefined, worker);
  await until(() => service.out.includes("Roost is running jobs.") || !service.lives);
  expect(await service.signal("SIGHUP")).toEqual(gracefully);
  expect(service.complaints).toEqual([]);
});

onLinux("SIGTERM to all processes of a unit at once ends the service with 0, and leaves nothing behind", async () => {
  const directory = await aMigratedDirectory();
  const service = await new Service(await plainSettings(directory)).ready();
  for (const pid of await processesOn(directory)) process.kill(pid, "SIGTERM");
  expect(await service.signal("SIGTERM")).toEqual(gracefully);
  expect(service.complaints).toEqual([]);
  await nothingBehind(directory);
});

onLinux(
  "as process 1 without an init, SIGTERM ends it with 0, while it starts and while it serves",
  async (context) => {
    context.skip(noNamespace !== undefined, noNamespace);
    const starting = await heldAt("roost_migrations");
    const early = new Service(await plainSettings(starting), undefined, asFirst);
    await waits(() => serverOf(starting), early);
    process.kill(await firstProcess(early), "SIGTERM");
    expect(await early.ended, early.err).toEqual(gracefully);
    await nothingBehind(starting);

    const serving = await aMigratedDirectory();
    const service = await new Service(await plainSettings(serving), undefined, asFirst).ready();
    process.kill(await firstProcess(service), "SIGTERM");
    expect(await service.ended, service.err).toEqual(gracefully);
    await nothingBehind(serving);
  },
);
