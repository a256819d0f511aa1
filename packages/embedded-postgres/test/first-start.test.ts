import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, runningEmbeddedPostgres, startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import { aDirectory, aServer, isRoot, postmasterOf, query, quick, userOf } from "./fixture.ts";
import { Served } from "./served.ts";

describe("a server in a new directory, with a path of more than 100 bytes,", () => {
  let above: string;
  let directory: string;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    process.env.ROOST_SECRET_OF_THIS_TEST = "the-secret";
    above = await mkdtemp(join(tmpdir(), "roost-test-"));
    directory = join(above, "a-directory-with-a-long-name".repeat(6), "with, comma and space");
    server = await startEmbeddedPostgres({ directory, settings: { fsync: "off", work_mem: "7MB" } });
  });
  afterAll(async () => {
    delete process.env.ROOST_SECRET_OF_THIS_TEST;
    await server.stop();
    await rm(above, { recursive: true });
  });

  test("supports the extensions that the migrations need", async () => {
    await query(server.address, "create extension btree_gist; create extension pg_trgm; create extension pgcrypto");
    expect(await query(server.address, "select 'ÉTÉ' ilike 'été'")).toEqual([[true]]);
  });

  test("sorts by code point, uses UTF-8 and UTC, and applies defaults and settings", async () => {
    const asked = `select current_setting('work_mem'), current_setting('shared_buffers'),
      current_setting('server_encoding'), current_setting('timezone'), datlocprovider, datlocale
      from pg_database where datname = current_database()`;
    expect(await query(server.address, asked)).toEqual([["7MB", "128MB", "UTF8", "UTC", "b", "C.UTF-8"]]);
  });

  test("listens only on a private socket with a short name", async () => {
    expect((await stat(server.address.host)).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(server.address.host)).toBeLessThan(86);
    expect(await query(server.address, "show listen_addresses")).toEqual([[""]]);
  });

  test("requires the random password, which only the user who runs Node can read", async () => {
    const { password } = server.address;
    expect(Buffer.from(password, "base64url")).toHaveLength(32);
    const kept = join(directory, "postgres-password");
    expect((await readFile(kept, "utf8")).trim()).toBe(password);
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect((await stat(kept)).uid).toBe(process.getuid?.());
    expect((await stat(join(directory, "postgres.log"))).mode & 0o777).toBe(0o600);
    const wrong = query({ ...server.address, password: "wrong" }, "select 1");
    await expect(wrong).rejects.toThrow("password authentication failed");
    expect(await query(server.address, "select rolpassword ~ '^SCRAM' from pg_authid where rolcanlogin")).toEqual([
      [true],
    ]);
  });

  test("keeps all files in its directory", async () => {
    const kept = ["postgres", "postgres-lock", "postgres-password", "postgres.log"];
    expect((await readdir(directory)).sort()).toEqual(kept);
  });

  test("runs as the user who runs Node, or as nobody under root", async () => {
    const user = isRoot ? 65534 : process.getuid?.();
    expect(userOf(await postmasterOf(directory))).toBe(user);
    expect((await stat(join(directory, "postgres"))).uid).toBe(user);
    expect((await stat(server.address.host)).uid).toBe(user);
  });

  test.runIf(isRoot && process.platform === "linux")("does not get Roost's environment", async () => {
    expect(await readFile(`/proc/${await postmasterOf(directory)}/environ`, "utf8")).not.toContain("the-secret");
  });

  test("can be found by another process, such as the command line", async () => {
    expect(await runningEmbeddedPostgres(directory)).toEqual(server.address);
    expect(await runningEmbeddedPostgres(join(directory, "nothing-here"))).toBeUndefined();
    expect(await runningEmbeddedPostgres(above)).toBeUndefined();
  });

  test("refuses a second start in this process or another", async () => {
    const words = `Roost already runs on ${directory}: stop it first, or use another directory.`;
    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(words);
    const second = await new Served({ directory }).says("refused");
    expect(second.message).toBe(`EmbeddedPostgresError: ${words}`);
    expect(await query(server.address, "select 1")).toEqual([[1]]);
  });
});

test("only one of four concurrent starts on a new directory succeeds", async () => {
  const directory = await aDirectory();
  const four = [1, 2, 3, 4].map(() => new Served({ directory }));
  const outcomes = await Promise.all(four.map((served) => served.says("ready", "refused")));
  expect(outcomes.map(({ event }) => event).sort()).toEqual(["ready", "refused", "refused", "refused"]);
  for (const { event, message } of outcomes) if (event === "refused") expect(message).toContain("already runs on");
  const winner = outcomes.find(({ address }) => address)?.address;
  expect(winner && (await query(winner, "select count(*)::int from pg_database"))).toEqual([[3]]);
});

test("an aborted first start leaves no cluster, and the next start creates one", async () => {
  const directory = await aDirectory();
  const stopIt = new AbortController();
  const start = startEmbeddedPostgres({ directory, signal: stopIt.signal });
  setTimeout(() => stopIt.abort(new Error("never mind")), 200);
  await expect(start).rejects.toThrow("never mind");
  expect((await readdir(directory)).sort()).toEqual(["postgres-lock", "postgres.log"]);
  const { address } = await aServer({ directory });
  expect(await query(address, "select 1")).toEqual([[1]]);
});

test("a start does not touch a directory that is not a cluster", async () => {
  const directory = await aDirectory();
  await mkdir(join(directory, "postgres", "holiday-photos"), { recursive: true });
  await expect(startEmbeddedPostgres({ directory, settings: quick })).rejects.toThrow(
    "is not a PostgreSQL data directory",
  );
  expect(await readdir(join(directory, "postgres"))).toEqual(["holiday-photos"]);
});
