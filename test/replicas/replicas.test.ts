import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backendsOn, kill, postmasterOn } from "../crash/processes.ts";
import { ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { aToken } from "../start/service.ts";
import { type ReplicatedService, aReplicatedService } from "./replicated-service.ts";
import { Replication, type Server, holdReplay, startAgain } from "./replication.ts";
import { until } from "../harness/until.ts";

let replication: Replication;
let standby: Server;
let services: ReplicatedService[] = [];
/** One caller, by two processes of the service. */
let client: ApiClient;
let beside: ApiClient;
let rental: Json;

const primary = () => replication.primary.running.address;

beforeAll(async () => {
  // Processes are killed here, and not the machine.
  replication = await Replication.begin({ fsync: "off" });
  standby = await replication.follow("reader");
  const replicas = [standby.running.address];
  services = [await aReplicatedService(primary(), replicas), await aReplicatedService(primary(), replicas)];
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await replication.end();
});

beforeEach(async () => {
  await holdReplay(standby.running.address, false);
  const { token } = await aToken(primary());
  const [one, other] = services.map(({ url }) => new ApiClient(url, token));
  if (!one || !other) throw new Error("There are two services.");
  [client, beside] = [one, other];
  rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals");
  await untilRead(client);
});

/** Changes a rental behind the service, which no caller has written: who reads the primary sees it at once. */
async function rename(name: string): Promise<void> {
  await runSql(primary(), "update rentals set name = $1, updated_at = clock_timestamp() where id = $2", [
    name,
    rental.id,
  ]);
}

const nameRead = async (reader: ApiClient): Promise<unknown> =>
  recordOf(await reader.get(`/rentals/${rental.id}`), "rentals").name;

/** Waits until a caller's reads are answered by the standby: it is held, and does not show what was changed behind the service. */
async function untilRead(reader: ApiClient): Promise<void> {
  await replication.caughtUp(standby);
  await until(async () => {
    const before = await nameRead(reader);
    await replication.caughtUp(standby);
    await holdReplay(standby.running.address, true);
    const name = `Cottage ${Math.random()}`;
    await rename(name);
    const isOld = (await nameRead(reader)) === before;
    await holdReplay(standby.running.address, false);
    return isOld;
  });
  await replication.caughtUp(standby);
}

test("a list, a record and a search are read from the replica, which shows the caller's accounts alone", async () => {
  const stranger = new ApiClient(client.url, (await aToken(primary())).token);
  await holdReplay(standby.running.address, true);
  const before = await nameRead(client);
  await rename("Changed on the primary alone");
  expect(await nameRead(client)).toBe(before);
  expect(recordsOf(await client.get("/rentals"), "rentals").map(({ name }) => name)).toEqual([before]);
  expect(recordsOf(await client.get("/rentals?include=photos,account"), "rentals").map(({ name }) => name)).toEqual([
    before,
  ]);
  expect((await client.get("/rentals/search?guests=2")).status).toBe(200);
  expect((await client.get(`/los_records?rental_id=${rental.id}`)).status).toBe(200);
  expect((await stranger.get(`/rentals/${rental.id}`)).status).toBe(404);
  expect(recordsOf(await stranger.get("/rentals"), "rentals")).toEqual([]);
});

test("who has written reads it at once, in every process, while the replica does not have it yet", async () => {
  await holdReplay(standby.running.address, true);
  for (const [writer, reader, name] of [
    [client, client, "First"],
    [client, beside, "Second"],
    [beside, client, "Third"],
  ] as const) {
    expect((await writer.put(`/rentals/${rental.id}`, { rentals: [{ name }] })).status).toBe(200);
    expect(await nameRead(reader)).toBe(name);
    expect(recordsOf(await reader.get("/rentals"), "rentals").map((record) => record.name)).toEqual([name]);
  }
  const other = new ApiClient(client.url, (await aToken(primary())).token);
  expect(recordsOf(await other.get("/rentals"), "rentals")).toEqual([]);
  await holdReplay(standby.running.address, false);
  await untilRead(client);
});

test("who hears only at the second try that something was written reads it, whatever was noted at the first", async () => {
  const key = { "idempotency-key": randomUUID() };
  const make = () => client.post("/rentals", { rentals: [{ name: "Mill" }] }, key);
  const noted = "select bool_or(position > '0/1') as noted from write_positions where account > 0";
  expect((await make()).status).toBe(201);
  // As if the process had ended between its commit and its note.
  await runSql(primary(), "update write_positions set position = '0/1' where account > 0");
  expect((await make()).status).toBe(201);
  expect((await runSql(primary(), noted)).rows).toEqual([{ noted: true }]);
});

test("an answer of a replica that is behind says so to whoever synchronises", async () => {
  const synced = async (): Promise<number> =>
    Date.parse(String((await client.get("/rentals")).headers.get("x-updated-since-request-synced-at")));
  await holdReplay(standby.running.address, true);
  const held = Date.now();
  await rename("Changed meanwhile");
  await wait(1_100);
  const before = await synced();
  expect(before).toBeLessThanOrEqual(held);
  await holdReplay(standby.running.address, false);
  await until(async () => (await synced()) >= held);
  expect(await nameRead(client)).toBe("Changed meanwhile");
});

test("what the standby refuses to do is done by the primary: the history is published before it is read", async () => {
  expect((await client.put(`/rentals/${rental.id}`, { rentals: [{ name: "Told" }] })).status).toBe(200);
  const entries = recordsOf(await client.get("/audit_entries"), "audit_entries");
  expect(entries.length).toBeGreaterThan(0);
});

test("a replica that is killed, or says nothing any more, is noticed by nobody, and is read again when it is back", async () => {
  const readers = [client, beside, client, beside];
  let stopped = false;
  let answers = 0;
  const reading = readers.map(async (reader) => {
    while (!stopped) {
      const answer = await reader.get("/rentals?include=photos,account");
      expect(answer.status, answer.text).toBe(200);
      answers++;
    }
  });
  const some = async (): Promise<void> => {
    const from = answers;
    await until(() => answers > from + 20);
  };
  await some();
  kill(await postmasterOn(standby.directory));
  await some();
  await startAgain(standby);
  await some();
  const backends = await backendsOn(standby.directory);
  for (const pid of backends) process.kill(pid, "SIGSTOP");
  await some();
  for (const pid of backends) process.kill(pid, "SIGCONT");
  stopped = true;
  await Promise.all(reading);
  await untilRead(client);
});

test("after a crash of the primary no replica is read before it has what the primary had", async () => {
  // What the server does with an unlogged table.
  await runSql(primary(), "truncate write_positions");
  await holdReplay(standby.running.address, true);
  await rename("Written before the crash was noticed");
  for (let reads = 0; reads < 5; reads++) expect(await nameRead(client)).toBe("Written before the crash was noticed");
  await holdReplay(standby.running.address, false);
  await untilRead(client);
});
