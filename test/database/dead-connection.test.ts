import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { connectionConfig, Database } from "../../src/database/connect/database.ts";
import { closeUnresponsive } from "../../src/database/connect/dead-connection.ts";
import { jobPool } from "../../src/database/jobs/job-queue.ts";
import { aDatabase } from "../harness/databases.ts";
import { Network } from "../harness/network.ts";

/** A database behind a network that the test controls. */
async function behindNetwork() {
  const { owner, application, drop } = await aDatabase();
  const network = await Network.listen(() => owner);
  onTestFinished(async () => {
    network.close();
    await drop();
  });
  const there = { host: "127.0.0.1", port: network.port };
  return { network, owner: { ...owner, ...there }, application: { ...application, ...there } };
}

test("fails a query whose database stops responding, and runs the next one on a new connection", async () => {
  const { network, application } = await behindNetwork();
  const database = new Database(application, { silenceMs: 300 });
  onTestFinished(() => database.close());
  await database.read({ text: "select 1" }, []);
  network.become("silent");
  await expect(database.read({ text: "select 1" }, [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  network.become("open");
  expect(await database.read({ text: "select 1" }, [])).toEqual([["1"]]);
});

test("fails a job queue query whose database stops responding, and recovers", async () => {
  const { network, owner } = await behindNetwork();
  const pool = await jobPool(owner, "foreign", 300);
  onTestFinished(() => pool.end());
  await pool.query("select 1");
  network.become("silent");
  await expect(pool.query("select 1")).rejects.toMatchObject({ code: "ETIMEDOUT" });
  network.become("open");
  expect((await pool.query("select 1")).rowCount).toBe(1);
});

test("keeps an idle connection open while the server responds", async () => {
  const { application } = await behindNetwork();
  const client = new pg.Client(connectionConfig(application));
  const broken: Error[] = [];
  client.on("error", (error) => broken.push(error));
  await client.connect();
  onTestFinished(() => client.end());
  closeUnresponsive({ client, silenceMs: 2_000 });
  await wait(4_500);
  expect((await client.query("select 1")).rowCount).toBe(1);
  expect(broken).toEqual([]);
});
