import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { endServer } from "../src/launch.ts";
import { startTied } from "../src/tied-process.ts";
import { aDirectory, aRestingCluster, aServer, lives, postmasterOf, query, until } from "./fixture.ts";
import { Served } from "./served.ts";

const resting = aRestingCluster();
let directory: string;
beforeEach(() => {
  directory = resting.directory;
});

/** The running processes of the server and its watchdog: "<pid> <group> <state> <command>". PostgreSQL's children leave the group. */
function groupOf(postmaster: number): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,pgid=,stat=,args="], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => {
    const [, group, state] = line.trim().split(/\s+/);
    return Number(group) === postmaster && !state?.startsWith("Z");
  });
}

test("PostgreSQL ends after kill -9 of Roost, and an immediate restart finds the data", async () => {
  const first = new Served({ directory });
  await query(await first.address(), "create table stays as select 1 as night");
  const postmaster = await postmasterOf(directory);
  await first.kill("SIGKILL");

  const second = new Served({ directory });
  expect(await query(await second.address(), "select night from stays")).toEqual([[1]]);
  expect(lives(postmaster)).toBe(false);

  const postmasterOfSecond = await postmasterOf(directory);
  await second.kill("SIGKILL");
  await until(() => !lives(postmasterOfSecond));
});

const hasSetpriv = spawnSync("setpriv", ["--pdeathsig", "INT", "--", "true"]).status === 0;
test.runIf(hasSetpriv)("with setpriv, PostgreSQL ends even if the watchdog was killed first", async () => {
  const served = new Served({ directory });
  await served.address();
  const postmaster = await postmasterOf(directory);
  const watchdogs = groupOf(postmaster).filter((line) => line.includes("roost-watchdog"));
  expect(watchdogs).toHaveLength(1);
  process.kill(Number.parseInt(watchdogs[0] ?? "", 10), "SIGKILL");
  await served.kill("SIGKILL");
  await until(() => !lives(postmaster));
});

test("the watchdog ends with the server", async () => {
  const server = await aServer({ directory });
  const postmaster = await postmasterOf(directory);
  expect(groupOf(postmaster)).toHaveLength(2);
  await server.stop();
  await until(() => groupOf(postmaster).length === 0);
});

test("Ctrl-C reaches only Roost, which can still finish its work on the database", async () => {
  const served = new Served({ directory });
  await served.address();
  const postmaster = await postmasterOf(directory);
  process.kill(-(served.process.pid ?? 0), "SIGINT");
  await served.says("drained");
  await served.exit;
  expect(lives(postmaster)).toBe(false);
  expect(served.process.exitCode).toBe(0);
});

test("a start succeeds after kill -9 in the middle of initdb", async () => {
  const fresh = await aDirectory();
  const first = new Served({ directory: fresh });
  await until(async () => {
    const workshop = (await readdir(fresh)).find((entry) => entry.startsWith("postgres.initialising-"));
    return workshop !== undefined && existsSync(join(fresh, workshop, "cluster", "base"));
  });
  await first.kill("SIGKILL");
  const second = new Served({ directory: fresh });
  expect(await query(await second.address(), "select 1")).toEqual([[1]]);
  expect((await readdir(fresh)).filter((entry) => entry.includes("initialising"))).toEqual([]);
});

test("an unexpected end of the server is reported, and it can be started again", async () => {
  const server = await aServer({ directory });
  process.kill(await postmasterOf(directory), "SIGKILL");
  const { requested, message } = await server.exited;
  expect(requested).toBe(false);
  expect(message).toMatch(
    /^PostgreSQL stopped unexpectedly \(it was ended by SIGKILL.*\. Start it again; .*PostgreSQL's log is .*postgres\.log\.$/,
  );
  await server.stop();
  expect(await query((await aServer({ directory })).address, "select 1")).toEqual([[1]]);
});

test("a start waits for the last children of a server that was killed", async () => {
  const server = await aServer({ directory });
  // It computes for a second or two, and does not notice that its server is gone.
  const busy = query(server.address, "select count(*)::int from generate_series(1, 3000000) n where md5(n::text) = ''");
  const others = "select count(*)::int from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()";
  await until(async () => (await query(server.address, others))[0]?.[0] === 1);
  process.kill(await postmasterOf(directory), "SIGKILL");
  await server.exited;
  expect(await query((await aServer({ directory })).address, "select 1")).toEqual([[1]]);
  expect(await busy).toEqual([[0]]);
  expect(await readFile(join(directory, "postgres.log"), "utf8")).toMatch(/shared memory block .* is still in use/);
});

test("a server that ignores the fast shutdown gets an immediate one", async () => {
  const output = await open(join(await aDirectory(), "output"), "a+");
  onTestFinished(() => output.close());
  const script = "trap '' INT; trap 'exit 7' QUIT; echo ready; while :; do sleep 0.05; done";
  const options = { owner: undefined, cwd: "/", output: output.fd, onParentExit: "INT" } as const;
  const stubborn = startTied("/bin/sh", ["-c", script], options);
  await until(async () => (await output.stat()).size > 0);
  await endServer(stubborn, { pgCtl: "" }, "/", 100);
  expect(await stubborn.ended).toEqual({ code: 7, signal: null });
});
