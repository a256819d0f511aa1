import pg from "pg";
import { beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { distribute } from "../../src/database/distribute/distribute.ts";
import { aDatabase, type TestDatabase } from "../harness/databases.ts";
import { LockWaits } from "../harness/lock-waits.ts";

// Several databases of one cluster: roles belong to its servers.

let database: TestDatabase;

beforeAll(async () => {
  database = await aDatabase();
  return () => database.drop();
});

/** Sets the application's role, as another database of a server does, and has not committed it yet. */
async function settingTheRole(server: ServerAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin");
  await client.query("alter role roost_app login");
  return client;
}

const servers = { "the coordinator": () => inject("owner"), "a worker": () => inject("workers")[0] };

test.each(Object.entries(servers))(
  "a database is distributed while another one sets the application's role on %s",
  async (_, addressOf) => {
    const server = addressOf();
    if (!server) throw new Error("There is no such server.");
    const other = await settingTheRole(server);
    const waits = new LockWaits(database.owner);
    const distributing = distribute(database.owner);
    await vi.waitUntil(async () => (await waits.count()) > 0, { timeout: 60_000 });
    await other.query("commit");
    // It was distributed before: there is nothing left to do.
    expect(await distributing).toEqual({ distributed: [], reference: [], dropped_keys: [] });
  },
);
