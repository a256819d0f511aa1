import { readdir } from "node:fs/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/address.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Migration, readMigrations } from "../../src/database/migration-files.ts";
import { locksSaid } from "../../src/database/pending-migrations.ts";
import { roostHere } from "../cli/roost.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { anEmptyDatabase, asSuperuser } from "../backup/databases.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aDirectory, until } from "../start/service.ts";

/** The last one that need not say what it locks. */
const lastSilent = "0037_changed_dates.sql";

const told = (await readMigrations()).filter(({ name }) => name > lastSilent);

async function aMigratedDatabase(): Promise<ServerAddress> {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  return database.owner;
}

/** The tables of a migration's line. */
function tablesSaid(sql: string): string[] {
  const said = locksSaid(sql);
  if (said === undefined) return ["(it says nothing)"];
  return said === "none" ? [] : (said.split(/,\s*while /)[0] ?? "").split(",").map((name) => name.trim());
}

/** The tables that were there before, and that a statement keeps others from writing to until its transaction ends. */
async function tablesLocked(address: ServerAddress, sql: string): Promise<string[]> {
  const client = new pg.Client({ ...address });
  await client.connect();
  try {
    const before = await client.query<{ oid: number }>("select oid from pg_class where relkind in ('r', 'p')");
    await client.query("begin");
    await client.query(sql);
    const { rows } = await client.query<{ name: string }>(
      `select distinct relation::regclass::text as name from pg_locks where pid = pg_backend_pid() and relation = any ($1)
         and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
         and relation >= 16384 order by 1`,
      [before.rows.map(({ oid }) => oid)],
    );
    await client.query("rollback");
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const migration = (name: string, sql: string): Migration => ({ name, sql, digest: name });

describe("a migration's line of locks", () => {
  test("is there in each from 0038 on, and names the tables that it keeps others from writing to", async () => {
    const address = await anEmptyDatabase();
    const all = await readMigrations();
    await migrate(
      address,
      all.filter(({ name }) => name <= lastSilent),
    );
    for (const [index, { name, sql }] of told.entries()) {
      expect(tablesSaid(sql), `the line "-- locks: …" of ${name}`).toEqual(
        await tablesLocked(asSuperuser(address), sql),
      );
      await migrate(
        address,
        all.filter((file) => file.name <= lastSilent || told.slice(0, index + 1).includes(file)),
      );
    }
  });

  test("is compared with what PostgreSQL says, table by table", async () => {
    const address = await aMigratedDatabase();
    const locked = (sql: string): Promise<string[]> => tablesLocked(address, sql);
    expect(await locked("create table notes (id bigint)")).toEqual([]);
    expect(await locked("create table notes (account_id bigint references accounts)")).toEqual(["accounts"]);
    expect(await locked("alter table bookings add column a int; create index on rentals (name)")).toEqual([
      "bookings",
      "rentals",
    ]);
    expect(tablesSaid("-- locks: bookings, rentals, while a column is added\nselect 1")).toEqual([
      "bookings",
      "rentals",
    ]);
    expect(tablesSaid("-- locks: none\nselect 1")).toEqual([]);
  });
});

test("a migration whose table somebody holds lets those go first who came after it, and is applied when the table is free", async () => {
  const address = await aMigratedDatabase();
  const files = [
    ...(await readMigrations()),
    migration("9000_slow.sql", "alter table bookings_tags add column slow integer"),
  ];
  const holder = new pg.Client({ ...address });
  await holder.connect();
  await holder.query("begin; select from bookings_tags");
  const applied = migrate(address, files);
  const waits = "select from pg_locks where not granted and relation = 'bookings_tags'::regclass";
  await until(async () => (await runSql(address, waits)).rowCount === 1);
  // It stands behind the migration, and not behind the holder.
  await runSql(address, "delete from bookings_tags where false");
  expect((await runSql(address, "select from roost_migrations where name = '9000_slow.sql'")).rowCount).toBe(0);
  await holder.query("commit");
  await holder.end();
  expect(await applied).toEqual(["9000_slow.sql"]);
});

describe("migrate --check", () => {
  test("ends with 0 where nothing would run", async () => {
    const address = await aMigratedDatabase();
    expect(await roostHere({ DATABASE_URL: urlOf(address) }, ["migrate", "--check"])).toEqual({
      ...{ code: 0, out: "The database is up to date.\n", err: "" },
    });
  });

  test("ends with 3 where something would, names it, and applies nothing", async () => {
    const address = await anEmptyDatabase();
    const all = await readMigrations();
    await migrate(address, all.slice(0, -1));
    const last = all.at(-1)?.name ?? "";
    const settings = { DATABASE_URL: urlOf(address) };
    const ran = await roostHere(settings, ["migrate", "--check"]);
    expect(ran).toMatchObject({ code: 3, err: "" });
    expect(ran.out).toMatch(new RegExp(`^These would run:\n${last}: (says nothing of its locks|keeps .*)\n$`));
    const json = await roostHere(settings, ["migrate", "--check", "--json"]);
    expect(JSON.parse(json.out).pending.map(({ name }: { name: string }) => name)).toEqual([last]);
    expect((await runSql(asSuperuser(address), "select from roost_migrations where name = $1", [last])).rowCount).toBe(
      0,
    );
  });

  test("names all of them for a directory without a database, and makes none", async () => {
    const directory = await aDirectory();
    const ran = await roostHere({ ROOST_DATA_DIR: directory }, ["migrate", "--check", "--json"]);
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.out).pending).toHaveLength((await readMigrations()).length);
    expect(await readdir(directory)).toEqual([]);
  });

  test("looks at an embedded database that is at rest", async () => {
    const settings = { ROOST_DATA_DIR: await aMigratedDirectory() };
    expect(await roostHere(settings, ["migrate", "--check"])).toMatchObject({
      code: 0,
      out: "The database is up to date.\n",
    });
  });
});
