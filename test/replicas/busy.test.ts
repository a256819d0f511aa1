import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "../../src/database/database.ts";
import { ReplicaScope, ReplicaUnusableError } from "../../src/database/replica-scope.ts";
import { Replica } from "../../src/database/replica.ts";
import { aDatabase } from "../harness/databases.ts";

test("a replica whose connections are all in use answers nobody else, and is not taken for gone", async () => {
  const { application, drop } = await aDatabase();
  onTestFinished(drop);
  const lost: unknown[] = [];
  const replica = new Replica({ ...connectionConfig(application), max: 1 }, (error) => lost.push(error));
  const reading = await replica.pool.connect();
  const next = new ReplicaScope(replica, []).read({ text: "select 1" }, []);
  await expect(next).rejects.toThrow(ReplicaUnusableError);
  // Whoever reads there goes on.
  expect((await reading.query("select 1")).rowCount).toBe(1);
  reading.release();
  expect(lost).toEqual([]);
  await replica.close();
});
