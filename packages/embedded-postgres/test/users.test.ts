import { lstat, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import { changeTreeOwner } from "../src/owner.ts";
import {
  aDirectory,
  aFolderOfBinaries,
  aRestingCluster,
  aServer,
  isRoot,
  linksListedIn,
  postmasterOf,
  query,
  userOf,
} from "./fixture.ts";
import { canBeAnother, daemon, nameless, Served } from "./served.ts";

const root = { uid: 0, gid: 0 };
const resting = aRestingCluster();
/** Like root's home: other users cannot enter. */
const closed = 0o700;

const copiesIn = async (directory: string) =>
  (await readdir(directory)).filter((entry) => entry.startsWith("postgres-binaries-"));

test("a start makes the links between libraries that no install script made", async () => {
  const binaries = await aFolderOfBinaries({ mode: 0o755, links: false });
  const { address } = await aServer({ ...resting, binaries });
  expect(await query(address, "select 1")).toEqual([[1]]);
  const links = await linksListedIn(binaries);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await copiesIn(resting.directory)).toEqual([]);
});

test.runIf(canBeAnother)(
  "a start copies binaries without links next to the data if their folder is not writable",
  async () => {
    const binaries = await aFolderOfBinaries({ mode: 0o755, links: false });
    await changeTreeOwner(resting.directory, daemon);
    onTestFinished(() => changeTreeOwner(resting.directory, root));
    const served = new Served({ ...resting, binaries }, daemon);
    expect(await query(await served.address(), "select 1")).toEqual([[1]]);
    expect((await served.says("log")).message).toMatch(/^copied PostgreSQL's programs from .* to/);
    expect(await copiesIn(resting.directory)).toHaveLength(1);
    await served.kill("SIGTERM");

    const again = new Served({ ...resting, binaries }, daemon);
    await again.address();
    expect(again.words.map(({ event }) => event)).toEqual(["ready"]);
  },
);

test.runIf(isRoot)("a start as root keeps the data in a directory that only root can enter", async () => {
  const directory = join(await aDirectory({ mode: closed }), "data");
  const copyBinariesTo = join(await aDirectory(), "roost");
  const options = { directory, binaries: await aFolderOfBinaries({ mode: closed, links: true }), copyBinariesTo };
  const lines: string[] = [];
  const first = await aServer({ ...options, log: (line) => lines.push(line) });
  expect(userOf(await postmasterOf(directory))).toBe(65534);
  await query(first.address, "create extension pg_trgm; create table stays as select generate_series(1, 1000)");
  await query(first.address, "create database another");
  await query(first.address, "checkpoint");
  expect(await runningEmbeddedPostgres(directory)).toEqual(first.address);
  await first.stop();
  expect(lines).toContainEqual(expect.stringMatching(/^copied PostgreSQL's programs from .* to/));
  expect(await copiesIn(copyBinariesTo)).toHaveLength(1);
  expect(await readdir(join(directory, "postgres"))).toContain("PG_VERSION");

  const killed = new Served(options);
  expect(await query(await killed.address(), "select count(*)::int from stays")).toEqual([[1000]]);
  await killed.kill("SIGKILL");
  const second = await aServer(options);
  expect(await query(second.address, "select count(*)::int from stays")).toEqual([[1000]]);
  await expect(startEmbeddedPostgres(options)).rejects.toThrow("already runs on");
});

test.runIf(isRoot)("a start as root copies binaries that only root can read next to the data", async () => {
  await mkdir(join(resting.directory, "postgres-binaries-of-last-year"));
  const binaries = await aFolderOfBinaries({ mode: closed, links: true });
  const copyBinariesTo = join(await aDirectory(), "unused");
  const { address, stop } = await aServer({ ...resting, binaries, copyBinariesTo });
  expect(await query(address, "select 1")).toEqual([[1]]);
  expect(await copiesIn(resting.directory)).toEqual([expect.stringMatching(/^postgres-binaries-[0-9a-f]{12}$/)]);
  await expect(stat(copyBinariesTo)).rejects.toThrow("ENOENT");
  await stop();
  await (await aServer({ ...resting })).stop();
  expect(await copiesIn(resting.directory)).toEqual([]);
});

test.runIf(isRoot)("a start as root gives a restored backup to the server's user", async () => {
  await changeTreeOwner(join(resting.directory, "postgres"), root);
  expect(await query((await aServer({ ...resting })).address, "select 1")).toEqual([[1]]);
  expect((await stat(join(resting.directory, "postgres", "base"))).uid).toBe(65534);
});

test.runIf(canBeAnother)("an ordinary user keeps the data after root has started on it once", async () => {
  const directory = join(await aDirectory({ mode: 0o777 }), "data");
  const served = new Served({ directory }, daemon);
  await query(await served.address(), "create table stays as select 1 as night");
  expect(userOf(await postmasterOf(directory))).toBe(daemon.uid);
  await served.kill("SIGTERM");

  const byRoot = await aServer({ directory });
  expect(userOf(await postmasterOf(directory))).toBe(daemon.uid);
  await byRoot.stop();

  const again = new Served({ directory }, daemon);
  expect(await query(await again.address(), "select night from stays")).toEqual([[1]]);
});

test.runIf(canBeAnother)("a start as an ordinary user reports the owner of data from root's server", async () => {
  await (await aServer({ ...resting })).stop();
  const { message } = await new Served({ ...resting }, daemon).says("refused");
  expect(message).toMatch(
    /belongs to user id 65534, but Roost runs as user id 1: start Roost as .* or set DATABASE_URL/,
  );
});

test.runIf(canBeAnother)("a start as a user without an entry in /etc/passwd reports the alternative", async () => {
  const directory = join(await aDirectory({ mode: 0o777 }), "data");
  const { message } = await new Served({ directory }, nameless).says("refused");
  expect(message).toMatch(
    /needs a user with an entry in \/etc\/passwd, which user id 54321 lacks: .* set DATABASE_URL/,
  );
  expect(await readdir(directory)).not.toContain("postgres");
});

test.runIf(canBeAnother)("a start reports a directory without write permission", async () => {
  const directory = join(await aDirectory(), "data");
  const { message } = await new Served({ directory }, daemon).says("refused");
  expect(message).toMatch(
    /^EmbeddedPostgresError: Cannot use the directory \/.*: this user has no write permission\.$/,
  );
});
