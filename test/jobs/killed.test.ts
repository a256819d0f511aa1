import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { roostHere } from "../cli/roost.ts";
import { aDatabase, statementsOn, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aDirectory, plainSettings, Service } from "../start/service.ts";

const worker = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "roost.js"), "worker"];

/** A mail server that greets and then stops responding, so that an attempt lasts a minute, longer than a worker's start. */
async function aSilentServer(): Promise<{ port: number; guests: () => number }> {
  let guests = 0;
  const server = createServer((socket) => {
    guests++;
    socket.on("error", () => undefined);
    socket.write("220 mail.roost.test\r\n");
    onTestFinished(() => void socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, guests: () => guests };
}

/** A database with an account, settings for its processes, and workers. */
async function aPlace(more: Record<string, string> = {}) {
  const database = await aDatabase();
  const { run: sql, end } = statementsOn(database.owner);
  onTestFinished(async () => {
    await end();
    await database.drop();
  });
  const settings = {
    ...(await plainSettings(await aDirectory())),
    DATABASE_URL: urlOf(database.owner),
    ROOST_SECRETS_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    ...more,
  };
  await sql("insert into accounts (business_name) values ('Les Robles')");
  const aWorker = async (): Promise<Service> => {
    const started = new Service(settings, undefined, worker);
    await until(() => started.out.includes("is running jobs") || !started.lives);
    expect(started.err.split("\n").filter((line) => line.includes('"level":50'))).toEqual([]);
    return started;
  };
  return { settings, sql, aWorker };
}

test("after a worker is killed with -9, another process takes over its job and the recurring work", async () => {
  const silent = await aSilentServer();
  const place = await aPlace({ ROOST_SMTP_URL: `smtp://127.0.0.1:${silent.port}`, ROOST_MAIL_FROM: "stay@roost.test" });
  const held = () => place.sql("select locked_by from graphile_worker._private_jobs where locked_by is not null");
  const first = await place.aWorker();
  const invited = await roostHere(place.settings, [
    ...["user", "invite", "--email", "anna@roost.test", "--account", "1", "--role", "owner"],
  ]);
  expect(invited).toMatchObject({ code: 0 });
  await until(async () => silent.guests() === 1 && (await held()).length === 2);
  const dead = new Set((await held()).map((row) => row.locked_by));
  const second = await place.aWorker();
  await first.signal("SIGKILL");
  await until(async () => {
    const now = await held();
    return silent.guests() === 2 && now.length === 2 && now.every((row) => !dead.has(row.locked_by));
  });
  expect(
    await place.sql("select attempts from graphile_worker._private_jobs where payload -> 'account' is not null"),
  ).toEqual([{ attempts: 2 }]);
  expect(second.lives).toBe(true);
});

test("a worker that starts after the only one was killed takes over its job, and requeues it on SIGTERM", async () => {
  const place = await aPlace();
  const held = () => place.sql("select locked_by from graphile_worker._private_jobs where locked_by is not null");
  const first = await place.aWorker();
  await until(async () => (await held()).length === 1);
  const [dead] = await held();
  await first.signal("SIGKILL");
  const second = await place.aWorker();
  await until(async () => {
    const [now] = await held();
    return now !== undefined && now.locked_by !== dead?.locked_by;
  });
  const workers = () => place.sql("select from job_workers");
  await until(async () => (await workers()).length === 1);
  expect(await second.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(await place.sql("select key, locked_by from graphile_worker._private_jobs")).toEqual([
    { key: "recurring:frequent work", locked_by: null },
  ]);
  expect(await workers()).toEqual([]);
  expect(second.complaints).toEqual([]);
});
