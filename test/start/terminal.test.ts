import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aDirectory, aPort, npmStart, plainSettings, Service } from "./service.ts";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;
const onUnix = test.runIf(process.platform !== "win32");

/** Runs `npm start` in the foreground of a terminal, or in a process group without `script`. */
const command = hasScript ? ["script", "-qec", `exec ${npmStart.join(" ")}`, "/dev/null"] : npmStart;

/** Presses Ctrl-C: the terminal sends SIGINT to its whole foreground group. */
function pressCtrlC({ process: { pid = 0, stdin } }: Service, times = 1): void {
  if (hasScript) stdin?.write("\x03".repeat(times));
  else for (let time = 0; time < times; time++) process.kill(-pid, "SIGINT");
}

onUnix("one Ctrl-C in a terminal drains npm start and ends it with 0", async (context) => {
  if (!hasScript)
    await context.annotate("util-linux's script is missing: SIGINT goes to the group without a terminal.");
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  const settings = { ...(await plainSettings()), DATABASE_URL: urlOf(database.owner) };
  // Two signals in quick succession count as one.
  for (const times of [1, 1, 2]) {
    const service = await new Service(settings, undefined, command).ready();
    pressCtrlC(service, times);
    expect(await service.ended, service.out + service.err).toEqual({ code: 0, signal: null });
    const output = service.out + service.err;
    expect(output).toContain("finishing requests in flight");
    expect(output).not.toContain("second signal");
  }
});

onUnix("Ctrl-C while photos are made prints no stack, and uses up no attempt", async () => {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  const settings = {
    ROOST_DATA_DIR: await aDirectory(),
    ROOST_HTTP_PORT: String(await aPort()),
    ROOST_TLS: "off",
    DATABASE_URL: urlOf(database.owner),
  };
  const service = await new Service(settings, undefined, command).ready();
  const jobs = () =>
    runSql(
      database.owner,
      `select tasks.identifier as name, jobs.attempts, jobs.locked_at is not null as held
       from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where tasks.identifier in ('render_photo', 'draw_demo_pictures')`,
    );
  await until(async () => (await jobs()).rows.some(({ name, held }) => name === "render_photo" && held));
  pressCtrlC(service);
  expect(await service.ended, service.out + service.err).toEqual({ code: 0, signal: null });
  expect(service.out + service.err).not.toMatch(/ERROR|"level":50|Failed task/);
  const left = (await jobs()).rows;
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(({ attempts, held }) => attempts > 0 || held)).toEqual([]);
});
