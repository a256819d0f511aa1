import { spawnSync } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { beforeAll, onTestFinished } from "vitest";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type ServerAddress,
  startEmbeddedPostgres,
} from "../src/embedded-postgres.ts";

export const isRoot = process.getuid?.() === 0;

async function makeDirectory(mode: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  await chmod(directory, mode);
  return directory;
}

const removeDirectory = (directory: string) =>
  rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

/** A test's own directory, readable by all users by default. */
export async function aDirectory({ mode = 0o755 } = {}): Promise<string> {
  const directory = await makeDirectory(mode);
  onTestFinished(() => removeDirectory(directory));
  return directory;
}

/** A directory with a stopped server, shared by all tests of a file, since initdb takes a second. Each test must leave it stopped. */
export function aRestingCluster(): { directory: string } {
  const resting = { directory: "" };
  beforeAll(async () => {
    resting.directory = await makeDirectory(0o755);
    await (await startEmbeddedPostgres({ directory: resting.directory, settings: quick })).stop();
    return () => removeDirectory(resting.directory);
  });
  return resting;
}

/** The platform package's folder with `bin`, `lib` and `share`. */
const packaged = createRequire(import.meta.url)
  .resolve(`@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`)
  .replace(/dist.index\.js$/, "native");

/** PostgreSQL's programs in a directory with this mode, with links or, as without install scripts, without. */
export async function aFolderOfBinaries({ mode, links }: { mode: number; links: boolean }): Promise<string> {
  const native = join(await aDirectory({ mode }), "native");
  // Hard links if possible, as it is 60 MB.
  const linked = spawnSync("cp", ["-al", packaged, native]).status === 0;
  if (!linked) await cp(packaged, native, { recursive: true, force: true, verbatimSymlinks: true });
  if (!links) for (const link of await linksListedIn(native)) await rm(link, { force: true });
  return native;
}

/** The paths of the links that the package lists. */
export async function linksListedIn(native: string): Promise<string[]> {
  const list: { target: string }[] = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  return list.map(({ target }) => join(native, "..", target));
}

/** Safe against crashes of PostgreSQL, not of the machine, and faster for tests. */
export const quick = { fsync: "off" };

/** A server in this process, stopped after the test. */
export async function aServer(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ settings: quick, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** Runs a statement on a new connection. Returns rows as arrays. */
export async function query(address: ServerAddress, text: string): Promise<unknown[][]> {
  const client = new Client({ ...address });
  // Tests kill servers under their clients.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

/** Polls until the condition holds; fails after 15 seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 600) throw new Error("The condition did not hold within 15 seconds");
    await wait(25);
  }
}

/** A process's user id. */
export function userOf(pid: number): number {
  return Number(spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}

/** The pid in the cluster's postmaster.pid. */
export async function postmasterOf(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Whether a process exists and is not a zombie, which a container may never collect. */
export function lives(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}
