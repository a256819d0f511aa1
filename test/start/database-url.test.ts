import { randomBytes } from "node:crypto";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { ApiClient, recordOf } from "../harness/client.ts";
import { runSql, urlOf } from "../harness/databases.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aDirectory, aToken, plainSettings, Service } from "./service.ts";

const aName = (): string => `start_${randomBytes(6).toString("hex")}`;

/** Creates an empty database on a server. */
async function anEmptyDatabase(server: ServerAddress, owner = server.user): Promise<ServerAddress> {
  const database = aName();
  await runSql(server, `create database ${database} owner ${owner}`);
  onTestFinished(async () => {
    await runSql(server, `drop database ${database} with (force)`);
  });
  return { ...server, database };
}

/** Creates a login that owns a database and is no superuser. */
async function anOwner(server: ServerAddress, rights = ""): Promise<ServerAddress> {
  const user = aName();
  await runSql(server, `create role ${user} login password 's3cr@t/:?' ${rights}`);
  onTestFinished(async () => {
    await runSql(server, `drop role ${user}`);
  });
  return { ...(await anEmptyDatabase(server, user)), user, password: "s3cr@t/:?" };
}

/** Starts the service on the address and books a stay. */
async function serves(address: ServerAddress, server = address): Promise<Service> {
  const settings = await plainSettings();
  const service = await new Service({ ...settings, DATABASE_URL: urlOf(address) }).ready();
  const { token } = await aToken({ ...server, database: address.database });
  const client = new ApiClient(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}`, token);
  const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals");
  const stay = { start_at: "2031-03-01", end_at: "2031-03-04" };
  expect((await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] })).status).toBe(201);
  expect((await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] })).status).toBe(422);
  return service;
}

const usersOf = `select distinct usename, rolsuper from pg_stat_activity join pg_roles on rolname = usename
  where datname = $1 and application_name = 'roost'`;

test("serves with a database owner that was granted roost_app, alongside a superuser, and leaves the server running at its end", async () => {
  const server = inject("owner");
  const owner = await anOwner(server);
  await runSql(server, `grant roost_app to ${owner.user}`);
  const first = await serves(owner, server);
  const { rows } = await runSql(server, usersOf, [owner.database]);
  expect(rows).toEqual([{ usename: owner.user, rolsuper: false }]);
  await serves({ ...server, database: owner.database });
  expect(await first.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  await runSql(owner, "select 1");
});

test("refuses an owner without the role roost_app in one line that says what to do", async () => {
  const owner = await anOwner(inject("owner"));
  const service = new Service({ ...(await plainSettings()), DATABASE_URL: urlOf(owner) });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.complaints).toEqual([expect.stringMatching(/^Roost cannot start: .*grant roost_app to /)]);
});

test("serves on a new server with an owner that may create roles", async () => {
  const server = await startEmbeddedPostgres({ directory: await aDirectory(), settings: { fsync: "off" } });
  onTestFinished(() => server.stop());
  const owner = await anOwner(server.address, "createrole");
  const service = await serves(owner, server.address);
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("answers 503 while the database server is away and recovers when it is back", async () => {
  const directory = await aMigratedDirectory();
  const settings = await plainSettings();
  const start = () => startEmbeddedPostgres({ directory, settings: { fsync: "off" } });
  let server = await start();
  onTestFinished(() => server.stop());
  const service = await new Service({ ...settings, DATABASE_URL: urlOf(server.address) }).ready();
  const client = new ApiClient(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}`, (await aToken(server.address)).token);
  expect((await client.get("/bookings")).status).toBe(200);
  await server.stop();
  const gone = await Promise.all(Array.from({ length: 8 }, () => client.get("/bookings")));
  expect(gone.map(({ status }) => status)).toEqual(Array(8).fill(503));
  expect(gone[0]?.json).toEqual({ errors: [{ code: "unavailable", details: expect.any(String) }] });
  server = await start();
  expect((await client.get("/bookings")).status).toBe(200);
  expect(service.complaints).toEqual([]);
  expect(service.err).toContain('"message":"terminating connection due to administrator command"');
  expect(service.err).not.toContain('"client"');
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});
