import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import pg from "pg";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { tarHeader } from "../../src/database/backup/tar.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aDirectory } from "../start/service.ts";
import { anEmptyDatabase, asSuperuser } from "./databases.ts";
import { roostQuietly } from "./quietly.ts";

let whole: string;
let content: Buffer;

beforeAll(async () => {
  const source = await aDatabase();
  whole = join(inject("ofTheRun"), "whole.backup");
  await runSql(
    source.owner,
    "insert into accounts (business_name) select 'Account ' || n from generate_series(1, 500) as n",
  );
  expect(await roostQuietly({ DATABASE_URL: urlOf(source.owner) }, ["backup", whole])).toMatchObject({ code: 0 });
  content = await readFile(whole);
  await source.drop();
});

/** A file with these bytes. */
async function aFile(bytes: Buffer): Promise<string> {
  const file = join(await aDirectory(), "some.backup");
  await writeFile(file, bytes);
  return file;
}

const withByteChanged = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x40;
  return changed;
};

describe("restoring a file that is not a complete backup changes nothing:", () => {
  const files: Record<string, () => Buffer> = {
    "a truncated file": () => content.subarray(0, Math.floor(content.length / 2)),
    "a file without its last bytes": () => content.subarray(0, -3),
    "a file with a flipped bit": () => withByteChanged(content, Math.floor(content.length / 2)),
    "a file with data after its end": () => Buffer.concat([content, zstdCompressSync(Buffer.alloc(1024))]),
    "an empty file": () => Buffer.alloc(0),
    "a text file": () => Buffer.from("select 1;\n".repeat(1000)),
    "another archive": () =>
      zstdCompressSync(Buffer.concat([tarHeader({ name: "notes.txt", size: 0 }, 0), Buffer.alloc(1024)])),
  };
  test.each(Object.keys(files))("%s", async (name) => {
    const file = await aFile(files[name]?.() ?? content);
    const directory = await aDirectory();
    const ran = await roostQuietly({ ROOST_DATA_DIR: directory }, ["restore", file]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(
      /^error: .*some\.backup is not (a complete backup: .*\. Nothing was changed\. Use another backup|a Roost backup)\.\n$/,
    );
    expect(await readdir(directory)).toEqual([]);
  });
});

test("refuses to restore into a database that is not empty", async () => {
  const target = await aDatabase();
  onTestFinished(() => target.drop());
  const ran = await roostQuietly({ DATABASE_URL: urlOf(target.owner) }, ["restore", whole]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toMatch(
    /^error: The database is not empty \(it has .*\)\. Restore into a new one: set another ROOST_DATA_DIR, or an empty database in DATABASE_URL\.\n$/,
  );
  expect((await runSql(target.owner, "select count(*)::int as count from accounts")).rows).toEqual([{ count: 0 }]);
});

test("refuses to restore into a database with other connections", async () => {
  const target = await anEmptyDatabase();
  const somebody = new pg.Client({ ...target, application_name: "somebody" });
  await somebody.connect();
  const ran = await roostQuietly({ DATABASE_URL: urlOf(target) }, ["restore", whole]);
  await somebody.end();
  expect(ran).toEqual({
    code: 1,
    out: "",
    err: "error: The database is in use. Open connections: 1 (somebody). Stop Roost and its workers, and close all other connections, then restore again.\n",
  });
  expect((await runSql(asSuperuser(target), "select to_regclass('accounts') as found")).rows).toEqual([
    { found: null },
  ]);
});

test("refuses to restore into a running embedded database", async () => {
  const directory = await aDirectory();
  const server = await startEmbeddedPostgres({ directory, settings: { fsync: "off" } });
  onTestFinished(() => server.stop());
  const ran = await roostQuietly({ ROOST_DATA_DIR: directory }, ["restore", whole]);
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(/^error: Roost already runs on .*: stop it first, or use another directory\.\n$/);
});

test("a backup never overwrites a file, and leaves none when there is nothing to back up", async () => {
  const directory = await aDirectory();
  const file = await aFile(Buffer.from("precious"));
  const target = await anEmptyDatabase();
  const settings = { DATABASE_URL: urlOf(target) };
  expect(await roostQuietly(settings, ["backup", file])).toMatchObject({
    code: 1,
    err: `error: ${file} already exists. Choose another name.\n`,
  });
  expect(await roostQuietly(settings, ["backup", join(directory, "new.backup")])).toMatchObject({
    code: 1,
    err: "error: There is nothing to back up: the database has no Roost tables.\n",
  });
  expect(await roostQuietly({ ROOST_DATA_DIR: directory }, ["backup", join(directory, "new.backup")])).toMatchObject({
    code: 1,
    err: `error: There is no database in ${directory} (ROOST_DATA_DIR), and DATABASE_URL is not set.\n`,
  });
  expect((await readFile(file)).toString()).toBe("precious");
  expect(await readdir(directory)).toEqual([]);
});
