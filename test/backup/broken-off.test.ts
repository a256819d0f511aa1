import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aDirectory } from "../start/service.ts";
import { anEmptyDatabase, asSuperuser } from "./databases.ts";
import { roostQuietly } from "./quietly.ts";
import { butEpochs, everyRow } from "./rows.ts";

const program = join(import.meta.dirname, "..", "..", "bin", "roost.js");

/** Suspends a restore after it has loaded all rows and before it commits. */
const holdUp = `
  create function hold_up() returns event_trigger language plpgsql as $$
  begin
    if current_query() ~ 'enable trigger user' then perform pg_sleep(600); end if;
  end
  $$;
  create event trigger hold_up on ddl_command_start when tag in ('ALTER TABLE') execute function hold_up()`;

test("a killed restore leaves a database on which nothing starts, and the same restore then completes", async () => {
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
  const there = asSuperuser(target);
  // Queried from another database, because a connection to this one prevents a restore.
  const connected = async (condition = "true") => {
    const sql = `select pid from pg_stat_activity where datname = '${target.database}' and ${condition}`;
    return (await runSql(asSuperuser(source.owner), sql)).rows;
  };
  // The server notices a process's exit with a delay.
  const untilAlone = () => until(async () => (await connected()).length === 0);
  await runSql(there, holdUp);
  await untilAlone();
  const restore = spawn(process.execPath, [program, "restore", file], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: "ignore",
  });
  const ended = once(restore, "close");
  await until(async () => (await connected("wait_event = 'PgSleep'")).length === 1);
  restore.kill("SIGKILL");
  await ended;
  // A sleeping server process does not notice its client's exit.
  await runSql(
    there,
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
  );
  await runSql(there, "drop event trigger hold_up; drop function hold_up()");
  await untilAlone();

  expect(await roostQuietly(settings, ["migrate"])).toMatchObject({
    code: 1,
    err: "error: A restore into this database is in progress or was interrupted. Run the same restore again, or use another, empty database.\n",
  });
  await untilAlone();
  expect(await roostQuietly(settings, ["restore", file])).toMatchObject({ code: 0 });
  expect(butEpochs(await everyRow(there))).toEqual(butEpochs(await everyRow(source.owner)));
  expect(await roostQuietly(settings, ["migrate"])).toMatchObject({ code: 0, out: "The database is up to date.\n" });
});
