import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import { pathsIn } from "../src/paths.ts";
import { aDirectory, aRestingCluster, aServer, isRoot, lives, postmasterOf, query, quick } from "./fixture.ts";

const resting = aRestingCluster();
let directory: string;
beforeEach(() => {
  directory = resting.directory;
});

test("data survives a stop and a start", async () => {
  const first = await aServer({ directory });
  await query(first.address, "create table rentals as select 'Sea view' as name");
  await first.stop();
  await first.stop();
  expect(await first.exited).toEqual({ requested: true, message: "PostgreSQL has stopped." });
  await expect(stat(first.address.host)).rejects.toThrow("ENOENT");
  expect(await runningEmbeddedPostgres(directory)).toBeUndefined();

  const second = await aServer({ directory });
  expect(await query(second.address, "select name from rentals")).toEqual([["Sea view"]]);
});

test("a start refuses data of another PostgreSQL major version and says what to do", async () => {
  const version = join(directory, "postgres", "PG_VERSION");
  const present = await readFile(version, "utf8");
  onTestFinished(() => writeFile(version, present));
  await writeFile(version, "17\n");
  await expect(startEmbeddedPostgres({ directory, settings: quick })).rejects.toThrow(
    "The data is from PostgreSQL 17, but this release has PostgreSQL 18: make a backup with the previous release and restore it into " +
      "a new directory with this one.",
  );
});

/** Leaves a postmaster.pid as a crash does. */
async function leavePostmasterFile(pid = 0): Promise<void> {
  const file = join(directory, "postgres", "postmaster.pid");
  const server = await aServer({ directory });
  const said = await readFile(file, "utf8");
  await server.stop();
  await writeFile(file, said.replace(/^\d+/, String(pid)), { mode: 0o600 });
  const { uid, gid } = await stat(join(directory, "postgres"));
  if (isRoot) await chown(file, uid, gid);
}

/** A process of the server's user that is not its server. */
async function aStranger(program: string, parameters: string[], argv0 = program): Promise<ChildProcess> {
  const { uid, gid } = await stat(join(directory, "postgres"));
  const stranger = spawn(program, parameters, { argv0, ...(isRoot ? { uid, gid } : {}) });
  onTestFinished(() => void stranger.kill());
  await once(stranger, "spawn");
  return stranger;
}

test("a start ignores a postmaster.pid whose process is gone", async () => {
  const brief = await aStranger("true", []);
  await once(brief, "exit");
  await leavePostmasterFile(brief.pid);
  expect(await runningEmbeddedPostgres(directory)).toBeUndefined();
  expect(await query((await aServer({ directory })).address, "select 1")).toEqual([[1]]);
});

test("a start ignores a postmaster.pid whose pid belongs to another program of the same user", async () => {
  const stranger = await aStranger("sleep", ["60"]);
  await leavePostmasterFile(stranger.pid);
  expect(await query((await aServer({ directory })).address, "select 1")).toEqual([[1]]);
  expect(lives(stranger.pid ?? 0)).toBe(true);
});

test("a start ignores a postmaster.pid whose pid belongs to another Roost's PostgreSQL", async () => {
  const itsParameters = ["-c", "sleep 60; :", "-D", "/elsewhere/postgres", "-c", "cluster_name=roost-elsewhere"];
  const neighbour = await aStranger("/bin/sh", itsParameters, "/elsewhere/bin/postgres");
  await leavePostmasterFile(neighbour.pid);
  expect(await query((await aServer({ directory })).address, "select 1")).toEqual([[1]]);
  expect(lives(neighbour.pid ?? 0)).toBe(true);
});

test("a start ignores a postmaster.pid that names its own process", async () => {
  await leavePostmasterFile(process.pid);
  expect(await query((await aServer({ directory })).address, "select 1")).toEqual([[1]]);
});

test("a start refuses a directory on which an unknown server still runs", async () => {
  const { address } = await aServer({ directory });
  // Without the lock, only postmaster.pid shows it.
  await rm(join(directory, "postgres-lock"));
  const pid = await postmasterOf(directory);
  const words = `Another PostgreSQL (process ${pid}) still runs on ${join(directory, "postgres")}. Stop it first.`;
  await expect(startEmbeddedPostgres({ directory, settings: quick, earlierServerTimeoutMs: 200 })).rejects.toThrow(
    words,
  );
  expect(await query(address, "select 1")).toEqual([[1]]);
});

test("a start removes the remains of an interrupted initdb", async () => {
  const remains = join(directory, "postgres.initialising-77");
  await mkdir(join(remains, "cluster", "base"), { recursive: true });
  await writeFile(join(remains, "password"), "secret\n");
  await aServer({ directory });
  expect(await readdir(directory)).not.toContain("postgres.initialising-77");
});

test("a start reports a lost or changed password", async () => {
  const kept = join(directory, "postgres-password");
  await rename(kept, `${kept}.aside`);
  onTestFinished(() => rename(`${kept}.aside`, kept));
  const start = () => startEmbeddedPostgres({ directory, settings: quick });
  await expect(start()).rejects.toThrow(/password .* is missing: restore the file .*postgres-password from a backup/);
  await writeFile(kept, "another\n");
  await expect(start()).rejects.toThrow("refused Roost's login: password authentication failed");
});

test("a start refuses to replace a cluster that is missing although its password exists", async () => {
  const [cluster, kept] = [join(directory, "postgres"), join(directory, "postgres-password")];
  await rename(cluster, `${cluster}.aside`);
  onTestFinished(async () => {
    await rm(cluster, { recursive: true, force: true });
    await rename(`${cluster}.aside`, cluster);
  });
  const start = () => startEmbeddedPostgres({ directory, settings: quick });
  const words = `${cluster} is missing although ${kept} exists: mount its disk`;
  await expect(start()).rejects.toThrow(words);
  // The mount point of an unmounted disk.
  await mkdir(cluster);
  await expect(start()).rejects.toThrow(words);
  expect(await readdir(cluster)).toEqual([]);
});

test("a start completes a first start that was interrupted before it published the password", async () => {
  const kept = join(directory, "postgres-password");
  await rename(kept, `${kept}.new`);
  const { address } = await aServer({ directory });
  expect(await query(address, "select 1")).toEqual([[1]]);
  expect(await readFile(kept, "utf8")).toBe(`${address.password}\n`);
});

test("a start reports an unknown setting in PostgreSQL's words", async () => {
  const start = startEmbeddedPostgres({ directory, settings: { sea_view: "on" } });
  await expect(start).rejects.toThrow(/PostgreSQL did not start \(it ended with code 1\): .*"sea_view"/);
});

test("a start truncates a log of more than 10 MB and appends to a shorter one", async () => {
  const log = join(directory, "postgres.log");
  await writeFile(log, "x".repeat(10 * 1024 * 1024 + 1));
  await (await aServer({ directory })).stop();
  const { size } = await stat(log);
  expect(size).toBeLessThan(100_000);
  expect(await readFile(log, "utf8")).toContain("ready to accept connections");
  await aServer({ directory });
  expect((await stat(log)).size).toBeGreaterThan(size);
});

test("a start does not use a socket directory of another user", async () => {
  const trap = await aDirectory();
  const inTheWay = join(tmpdir(), pathsIn(directory).name);
  await symlink(trap, inTheWay);
  onTestFinished(() => rm(inTheWay));
  const { address, stop } = await aServer({ directory });
  expect(address.host).toMatch(new RegExp(`^${inTheWay}-\\w{6}$`));
  expect(await query(address, "select 1")).toEqual([[1]]);
  expect(await runningEmbeddedPostgres(directory)).toEqual(address);
  await stop();
  expect(await readdir(trap)).toEqual([]);
});
