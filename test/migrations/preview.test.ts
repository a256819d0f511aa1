import { randomBytes } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { baselineName, readMigrations, readPreview } from "../../src/database/migrate/migration-files.ts";
import { pendingMigrations } from "../../src/database/migrate/pending-migrations.ts";
import { upgradeFromPreview } from "../../src/database/migrate/preview.ts";
import { aDatabase, runSql } from "../harness/databases.ts";
import { catalogOf, schemaOf } from "./catalog.ts";

const preview = await readPreview();
const last = preview.at(-1)?.name ?? "";
const sinceBaseline = (await readMigrations()).map(({ name }) => name).filter((name) => name > baselineName);

async function anEmptyDatabase(): Promise<ServerAddress> {
  const server = inject("owner");
  const address = { ...server, database: `preview_${randomBytes(6).toString("hex")}` };
  await runSql(server, `create database ${address.database}`);
  onTestFinished(async () => {
    await runSql(server, `drop database ${address.database} with (force)`);
  });
  return address;
}

/** A preview release's database. */
async function aPreviewDatabase(migrations = preview): Promise<ServerAddress> {
  const address = await anEmptyDatabase();
  await migrate(address, migrations);
  return address;
}

/** Rows that migrations write, not the service. */
const written = async (address: ServerAddress): Promise<unknown[]> =>
  (
    await runSql(
      address,
      "select to_jsonb(t) as row from change_types t union all select to_jsonb(d) from change_dependents d order by 1",
    )
  ).rows;

const namesApplied = async (address: ServerAddress): Promise<unknown[]> =>
  (await runSql(address, "select name from roost_migrations order by name")).rows.map(({ name }) => name);

test("the baseline creates the same schema and rows as the preview migrations", async () => {
  const [upgraded, fresh] = [await aPreviewDatabase(), await aDatabase()];
  onTestFinished(() => fresh.drop());
  expect(await upgradeFromPreview(upgraded)).toEqual(sinceBaseline);
  expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh.owner));
  expect(await written(upgraded)).toEqual(await written(fresh.owner));
  expect(await namesApplied(upgraded)).toEqual(await namesApplied(fresh.owner));
});

test("a start refuses a preview database, names the upgrade command, and changes nothing", async () => {
  const address = await aPreviewDatabase(preview.slice(0, 5));
  const before = await catalogOf(address);
  const sentence = "A preview release created this database. Run `roost upgrade-from-preview` once, then start again.";
  await expect(migrate(address)).rejects.toThrow(sentence);
  await expect(pendingMigrations(address)).rejects.toThrow(sentence);
  expect(await catalogOf(address)).toEqual(before);
});

test("an upgrade applies missing preview migrations, and is refused the second time", async () => {
  const address = await aPreviewDatabase(preview.filter(({ name }) => name !== last));
  expect(await upgradeFromPreview(address)).toEqual([last, ...sinceBaseline]);
  expect(await namesApplied(address)).toEqual((await readMigrations()).map(({ name }) => name));
  await expect(upgradeFromPreview(address)).rejects.toThrow("This database is already upgraded.");
  expect(await migrate(address)).toEqual([]);
});

test("an upgrade that was interrupted before it recorded the baseline resumes with the next call", async () => {
  const address = await aPreviewDatabase();
  expect(await upgradeFromPreview(address)).toEqual(sinceBaseline);
  expect(await namesApplied(address)).toContain(baselineName);
});

test.each<[string, string]>([
  ["an empty database", "select 1"],
  ["a database of another program", "create table rentals (id bigint)"],
])("an upgrade refuses %s", async (_, sql) => {
  const address = await anEmptyDatabase();
  await runSql(address, sql);
  await expect(upgradeFromPreview(address)).rejects.toThrow("No preview release created this database.");
});

test("refuses a database from before the preview releases, and says which release to start first", async () => {
  const address = await anEmptyDatabase();
  await runSql(
    address,
    `create table roost_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now());
     insert into roost_migrations (name, digest) values ('0001_the_house.sql', '')`,
  );
  await expect(migrate(address)).rejects.toThrow("Start the last preview release on it once");
});
