import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "../../src/database/connect/database.ts";
import { OnceReleasedPool } from "../../src/database/connect/once-released-pool.ts";
import { loginOf } from "../access/services.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

test("ignores the second release of a connection", async () => {
  const pool = new OnceReleasedPool({ ...connectionConfig(await loginOf(service)), max: 1 });
  onTestFinished(() => pool.end());
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, _client, done) => {
      if (error) return reject(error);
      done();
      done();
      return resolve();
    });
  });
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});
