import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aDirectory, until } from "../start/service.ts";
import { anEmptyDatabase, asSuperuser } from "./databases.ts";
import { roostQuietly } from "./quietly.ts";
import { butEpochs, everyRow } from "./rows.ts";

const program = join(import.meta.dirname, "..", "..", "bin", "roost.js");

test("a restore that is killed leaves a database on which nothing starts, and which the same restore then fills", {
  timeout: 300_000,
}, async () => {
  const source = await aDatabase();
  onTestFinished(() => source.drop());
  await runSql(
    source.owner,
    "insert into accounts (business_name) select 'Account ' || n from generate_series(1, 50) as n",
  );
  const file = join(await aDirectory(), "whole.backup");
  expect(await roostQuietly({ DATABASE_URL: urlOf(source.owner) }, ["backup", file])).toMatchObject({ code: 0 });

  const target = await anEmptyDatabase();
  const settings = { DATABASE_URL: urlOf(target), ROOST_DATA_DIR: await aDirectory() };
  const restore = spawn(process.execPath, [program, "restore", file], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: "ignore",
  });
  const ended = once(restore, "close");
  const there = asSuperuser(target);
  const found = async (sql: string): Promise<boolean> => (await runSql(there, sql)).rowCount === 1;
  // Whoever reads a table holds up the restore where it is in the middle of its work.
  await until(() => found("select from pg_class where relname = 'webhook_deliveries'"));
  const reader = new pg.Client({ ...there });
  await reader.connect();
  await reader.query("begin; lock table accounts in access share mode");
  await until(() => found(`select from pg_locks where not granted and relation is not null limit 1`));
  restore.kill("SIGKILL");
  await ended;
  await reader.end();
  await until(
    async () =>
      !(await found(
        "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1",
      )),
  );

  expect(await roostQuietly(settings, ["migrate"])).toMatchObject({
    code: 1,
    err: "error: A restore into this database is under way, or was broken off: run the same restore again, or use another, empty database.\n",
  });
  expect(await roostQuietly(settings, ["restore", file])).toMatchObject({ code: 0 });
  expect(butEpochs(await everyRow(there))).toEqual(butEpochs(await everyRow(source.owner)));
  expect(await roostQuietly(settings, ["migrate"])).toMatchObject({ code: 0, out: "The database is up to date.\n" });
});
