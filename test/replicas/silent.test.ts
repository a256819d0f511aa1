import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "../../src/database/database.ts";
import { Replica } from "../../src/database/replica.ts";
import { Network } from "../harness/network.ts";
import { aDatabase } from "../harness/databases.ts";

test("a service ends while the network to a replica says nothing any more", async () => {
  const { application, drop } = await aDatabase();
  const network = await Network.listen(() => application);
  onTestFinished(async () => {
    network.close();
    await drop();
  });
  const address = { ...application, host: "127.0.0.1", port: network.port };
  const lost: unknown[] = [];
  const replica = new Replica(connectionConfig(address), (error) => lost.push(error));
  await replica.look();
  (await replica.pool.connect()).release();
  network.become("silent");
  await replica.close();
  expect(lost).toEqual([]);
});
