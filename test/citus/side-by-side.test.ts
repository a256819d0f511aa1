import pg from "pg";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { distribute } from "../../src/database/distribute/distribute.ts";
import { aDatabase, type TestDatabase } from "../harness/databases.ts";
import { LockWaits } from "../harness/lock-waits.ts";

// Several databases on one cluster share its servers' roles.

let database: TestDatabase;

beforeAll(async () => {
  database = await aDatabase();
  return () => database.drop();
});

/** Alters the application's role in an open transaction, as another database on the server would. */
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
    await expect.poll(() => waits.count()).toBeGreaterThan(0);
    await other.query("commit");
    // The database is already distributed, so nothing changes.
    expect(await distributing).toEqual({ distributed: [], reference: [], dropped_keys: [] });
  },
);
