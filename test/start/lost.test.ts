import { expect, inject, onTestFinished, test } from "vitest";
import { kill, postmasterOn, processesOn } from "../crash/processes.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { heldAt, holdTable, stages, waiting, waits } from "./held.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { npmStart, plainSettings, Service, serverOf } from "./service.ts";

const onLinux = test.runIf(process.platform === "linux");

// Losing the server has the same effect in either stage, so each kind of server is lost in one of them.
const [migrations, filling] = stages;

onLinux("an embedded server that is killed during the demo's filling is one clear line", async () => {
  const [, table, demo] = filling;
  const directory = await heldAt(table);
  const service = new Service({ ...(await plainSettings(directory)), ROOST_DEMO: demo });
  await waits(() => serverOf(directory), service);
  kill(await postmasterOn(directory));
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.complaints).toEqual([
    "Roost cannot start: PostgreSQL stopped unexpectedly (it was ended by SIGKILL; the machine may have run out of memory), and Roost " +
      `stops with it. Start it again; no confirmed data is lost. PostgreSQL's log is ${directory}/postgres.log.`,
  ]);
});

test("reports in one line that the database of DATABASE_URL was lost during migrations", async () => {
  const [, table, demo] = migrations;
  const database = await aDatabase();
  const server = { ...inject("owner"), database: database.owner.database };
  onTestFinished(() => database.drop());
  const letGo = await holdTable(server, table);
  const service = new Service({ ...(await plainSettings()), DATABASE_URL: urlOf(server), ROOST_DEMO: demo });
  await waits(async () => server, service);
  await runSql(server, `select pg_terminate_backend(pid) from (${waiting}) waiting`);
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.complaints).toEqual([
    "Roost cannot start: cannot use the database of DATABASE_URL: terminating connection due to administrator command.",
  ]);
  await letGo();
});

onLinux(
  "an embedded server that is killed while it works for a request is one clear line without its SQL",
  async () => {
    const directory = await aMigratedDirectory();
    const settings = await plainSettings(directory);
    const service = await new Service(settings).ready();
    const address = await serverOf(directory);
    const sleeping = runSql(address, "select pg_sleep(600) as hint_of_sql").catch(() => undefined);
    await until(
      async () => (await runSql(address, "select from pg_stat_activity where wait_event = 'PgSleep'")).rowCount === 1,
    );
    kill(await postmasterOn(directory));
    expect(await service.ended).toEqual({ code: 1, signal: null });
    expect(service.complaints).toEqual([
      "PostgreSQL stopped unexpectedly (it was ended by SIGKILL; the machine may have run out of memory), and Roost stops with it. " +
        `Start it again; no confirmed data is lost. PostgreSQL's log is ${directory}/postgres.log.`,
    ]);
    await sleeping;
  },
);

onLinux("a start whose npm is ended before it serves leaves nothing behind", async () => {
  const directory = await heldAt("roost_migrations");
  const service = new Service(await plainSettings(directory), undefined, npmStart);
  await waits(() => serverOf(directory), service);
  onTestFinished(async () => (await processesOn(directory)).forEach(kill));
  await service.signal("SIGTERM");
  await until(async () => (await processesOn(directory)).length === 0);
});
