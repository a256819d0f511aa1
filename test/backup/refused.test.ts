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

describe("a file that is not a whole backup changes nothing, not even where there is no database yet:", () => {
  const files: Record<string, () => Buffer> = {
    "one that is cut off": () => content.subarray(0, Math.floor(content.length / 2)),
    "one whose last bytes are missing": () => content.subarray(0, -3),
    "one with a bit changed": () => withByteChanged(content, Math.floor(content.length / 2)),
    "one that goes on behind its end": () => Buffer.concat([content, zstdCompressSync(Buffer.alloc(1024))]),
    "an empty one": () => Buffer.alloc(0),
    "a text": () => Buffer.from("select 1;\n".repeat(1000)),
    "another archive": () =>
      zstdCompressSync(Buffer.concat([tarHeader({ name: "notes.txt", size: 0 }, 0), Buffer.alloc(1024)])),
  };
  test.each(Object.keys(files))("%s", async (name) => {
    const file = await aFile(files[name]?.() ?? content);
    const directory = await aDirectory();
    const ran = await roostQuietly({ ROOST_DATA_DIR: directory }, ["restore", file]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(
      /^error: .*some\.backup is not (a whole backup \(.*\): nothing was changed, use another one|a backup of Roost's)\.\n$/,
    );
    expect(await readdir(directory)).toEqual([]);
  });
});

test("a database that is not empty is left as it is", async () => {
  const target = await aDatabase();
  onTestFinished(() => target.drop());
  const ran = await roostQuietly({ DATABASE_URL: urlOf(target.owner) }, ["restore", whole]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toMatch(
    /^error: The database is not empty \(it has .*\): restore into a new one, by another ROOST_DATA_DIR or an empty database in DATABASE_URL\.\n$/,
  );
  expect((await runSql(target.owner, "select count(*)::int as count from accounts")).rows).toEqual([{ count: 0 }]);
});

test("a database that somebody is connected to is left as it is", async () => {
  const target = await anEmptyDatabase();
  const somebody = new pg.Client({ ...target, application_name: "somebody" });
  await somebody.connect();
  const ran = await roostQuietly({ DATABASE_URL: urlOf(target) }, ["restore", whole]);
  await somebody.end();
  expect(ran).toEqual({
    code: 1,
    out: "",
    err: "error: The database is in use, by 1 connections (somebody): stop Roost and its workers, and close what else is connected, before you restore.\n",
  });
  expect((await runSql(asSuperuser(target), "select to_regclass('accounts') as found")).rows).toEqual([
    { found: null },
  ]);
});

test("an embedded database that runs is left as it is", async () => {
  const directory = await aDirectory();
  const server = await startEmbeddedPostgres({ directory, settings: { fsync: "off" } });
  onTestFinished(() => server.stop());
  const ran = await roostQuietly({ ROOST_DATA_DIR: directory }, ["restore", whole]);
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(
    /^error: Roost already runs on .*: stop that one first, or give this one a directory of its own\.\n$/,
  );
});

test("a backup never takes the place of a file, and leaves none behind when there is nothing to back up", async () => {
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
    err: "error: There is nothing to back up: the database has no tables of Roost's.\n",
  });
  expect(await roostQuietly({ ROOST_DATA_DIR: directory }, ["backup", join(directory, "new.backup")])).toMatchObject({
    code: 1,
    err: `error: There is no database in ${directory} (ROOST_DATA_DIR), and DATABASE_URL is not set.\n`,
  });
  expect((await readFile(file)).toString()).toBe("precious");
  expect(await readdir(directory)).toEqual([]);
});
