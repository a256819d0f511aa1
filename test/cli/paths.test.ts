import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase, urlOf } from "../harness/databases.ts";
import { roostHere, roostJson } from "./roost.ts";

/** Files and directories that commands name. */
let own: TestDatabase;
let directory: string;
let settings: Record<string, string>;

beforeAll(async () => {
  own = await aDatabase();
  directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  settings = { DATABASE_URL: urlOf(own.owner), ROOST_DATA_DIR: join(directory, "data") };
});
afterAll(async () => {
  await own.drop();
  await rm(directory, { recursive: true });
});

const anAccount = async () => String((await roostJson(settings, ["account", "create", "--name", "Les Robles"])).id);
const oneWrong = "external_reference,name,sleeps\nR1,Villa Aurora,6\nR2,Casa Luz,many\n";

test("npm run resolves paths against the caller's directory, not the project's", async () => {
  const account = await anAccount();
  const fromThere = { ...settings, npm_lifecycle_event: "roost", INIT_CWD: directory };
  await writeFile(join(directory, "rentals.csv"), oneWrong);
  const words = ["import", "rentals.csv", "--account", account, "--kind", "rentals"];
  const ran = await roostHere(fromThere, [...words, "--skip-wrong", "--rejected", "wrong.csv", "--apply"]);
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("1 created") });
  expect(await readFile(join(directory, "wrong.csv"), "utf8")).toContain("Casa Luz");
  const backup = await roostHere(fromThere, ["backup", "roost.backup"]);
  expect(backup.out).toContain(` to ${join(directory, "roost.backup")} (`);
  expect((await stat(join(directory, "roost.backup"))).size).toBeGreaterThan(0);
  expect(await roostHere(fromThere, ["export", "files", "--account", account])).toMatchObject({ code: 0 });
  expect(await readdir(join(directory, "files"))).toContain("rentals.csv");
});

test("an npm script of another name leaves paths to the process's directory", async () => {
  const ran = await roostHere({ ...settings, npm_lifecycle_event: "nightly", INIT_CWD: directory }, [
    "restore",
    "none",
  ]);
  expect(ran.err).toBe("error: none cannot be read: ENOENT: no such file or directory, open 'none'.\n");
});

test.each([
  ["backup", "", /argument 'file'\. It must be a path\.$/],
  ["backup", "/proc/roost", /^error: ENOENT: no such file or directory, open '\/proc\/roost\.partial'\.$/],
  ["restore", join(import.meta.filename, "roost"), /^error: ENOTDIR: not a directory/],
  ["restore", join("/tmp", "x".repeat(300)), /^error: ENAMETOOLONG: name too long/],
])("%s %j fails in one line", async (command, path, line) => {
  const { code, err } = await roostHere(settings, [command, path]);
  expect(code).toBeGreaterThan(0);
  expect(err.trimEnd()).toMatch(line);
});

test("import refuses a path for the wrong lines that it cannot write or that it reads, before it imports anything", async () => {
  const account = await anAccount();
  const file = join(directory, "wrong-again.csv");
  await writeFile(file, oneWrong);
  const importing = (...more: string[]) =>
    roostHere(settings, [
      "import",
      file,
      "--account",
      account,
      "--kind",
      "rentals",
      "--skip-wrong",
      "--apply",
      ...more,
    ]);
  expect((await importing("--rejected", file)).err).toBe(
    `error: rejected: ${file} is the file to read. Choose another name.\n`,
  );
  expect(await readFile(file, "utf8")).toBe(oneWrong);
  expect((await importing("--rejected", join(directory, "missing/wrong.csv"))).err).toBe(
    `error: rejected: directory ${join(directory, "missing")} does not exist.\n`,
  );
  // A directory can only be noticed afterwards: the result is printed first.
  const late = await importing("--rejected", directory);
  expect(late).toMatchObject({ code: 1, out: expect.stringContaining("1 created") });
  expect(late.err).toMatch(/^error: EISDIR: .*\n$/);
  expect(await importing("--rejected", join(directory, "private.csv"))).toMatchObject({ code: 0 });
  expect((await stat(join(directory, "private.csv"))).mode & 0o077).toBe(0);
});

test("import of a directory fails in one line", async () => {
  const account = await anAccount();
  const ran = await roostHere(settings, ["import", directory, "--account", account, "--kind", "rentals"]);
  expect(ran).toMatchObject({ code: 1, err: `error: Cannot read ${directory}: it is a directory.\n` });
});
