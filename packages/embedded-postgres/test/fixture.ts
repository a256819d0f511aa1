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

/** A directory of the test's own, open to everybody unless told otherwise. */
export async function aDirectory({ mode = 0o755 } = {}): Promise<string> {
  const directory = await makeDirectory(mode);
  onTestFinished(() => removeDirectory(directory));
  return directory;
}

/**
 * For tests that need a database to be there and have nothing to do with how it came to be (initdb takes a second): a
 * directory that every test of the file finds with a stopped server, and leaves so.
 */
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

/** PostgreSQL's programs in a directory with this mode, complete or, as when npm runs no install scripts, without links. */
export async function aFolderOfBinaries({ mode, links }: { mode: number; links: boolean }): Promise<string> {
  const native = join(await aDirectory({ mode }), "native");
  // Hard links where possible: it is 60 MB.
  const linked = spawnSync("cp", ["-al", packaged, native]).status === 0;
  if (!linked) await cp(packaged, native, { recursive: true, force: true, verbatimSymlinks: true });
  if (!links) for (const link of await linksListedIn(native)) await rm(link, { force: true });
  return native;
}

/** The paths of the links that the package wants made in its folder. */
export async function linksListedIn(native: string): Promise<string[]> {
  const list: { target: string }[] = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  return list.map(({ target }) => join(native, "..", target));
}

/** Safe against a crash of PostgreSQL, not of the machine: quick enough for tests. */
export const quick = { fsync: "off" };

/** A server in this process, stopped at the end of the test. */
export async function aServer(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ settings: quick, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** One statement on a connection of its own; the rows as arrays. */
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

/** Looks again and again until it is so; fails after 15 seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 600) throw new Error("It did not come to be so in 15 seconds");
    await wait(25);
  }
}

/** Whose a process is. */
export function userOf(pid: number): number {
  return Number(spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}

/** The process id in the first line of the cluster's postmaster.pid. */
export async function postmasterOf(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** True while the process exists and is more than a zombie, which in a container nobody may ever collect. */
export function lives(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}
