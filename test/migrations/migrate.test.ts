import { expect, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { migrate } from "../../src/database/migrate/migrate.ts";
import { type Migration, readMigrations } from "../../src/database/migrate/migration-files.ts";
import { aDatabase, runSql } from "../harness/databases.ts";

async function aMigratedDatabase(): Promise<ServerAddress> {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  return database.owner;
}

test("refuses a migration that has changed since it was applied, and says what to do", async () => {
  const address = await aMigratedDatabase();
  await runSql(address, "update roost_migrations set digest = 'another' where name = '0100_baseline.sql'");
  await expect(migrate(address)).rejects.toThrow(
    "The migration 0100_baseline.sql has changed since it was applied. Start the unmodified release that last used this database.",
  );
});

test("refuses a database that a newer release has used", async () => {
  const address = await aMigratedDatabase();
  await runSql(address, "insert into roost_migrations (name, digest) values ('9000_tomorrow.sql', '')");
  await expect(migrate(address)).rejects.toThrow(
    "The database has the migration 9000_tomorrow.sql, which this release does not include. Start the newer release that applied it.",
  );
});

test("applies migrations with gaps and late ones, and rolls back one that fails", async () => {
  const address = await aMigratedDatabase();
  const files = await readMigrations();
  const making = (name: string, table: string): Migration => ({ name, sql: `create table ${table} ()`, digest: name });
  const late = making("8000_late.sql", "late");
  const last = making("9000_last.sql", "last");
  expect(await migrate(address, [...files, last])).toEqual([last.name]);
  expect(await migrate(address, [...files, late, last])).toEqual([late.name]);
  const broken: Migration = { name: "9001_broken.sql", sql: "create table half (); select 1/0", digest: "" };
  await expect(migrate(address, [...files, late, last, broken])).rejects.toThrow("division by zero");
  expect((await runSql(address, "select to_regclass('half') as half, to_regclass('late')::text as late")).rows).toEqual(
    [{ half: null, late: "late" }],
  );
  expect(await migrate(address, [...files, late, last])).toEqual([]);
});
