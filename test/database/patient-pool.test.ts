import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "../../src/database/database.ts";
import { PatientPool } from "../../src/database/patient-pool.ts";
import { loginOf } from "../access/services.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

async function aPool(patience: number, idleTimeoutMillis = 10_000): Promise<PatientPool> {
  const config = { ...connectionConfig(await loginOf(service)), idleTimeoutMillis };
  const pool = new PatientPool(config, { few: 1, most: 3, patience });
  onTestFinished(() => (pool.ending ? undefined : pool.end()));
  return pool;
}

test("those who come at the same instant share the connection that is there", async () => {
  const pool = await aPool(60_000);
  await Promise.all(Array.from({ length: 5 }, () => pool.query("select")));
  expect(pool.totalCount).toBe(1);
});

test("who has waited in vain gets a connection, and those who come then wait for none", async () => {
  const pool = await aPool(1);
  const held = [await pool.connect(), await pool.connect(), await pool.connect()];
  expect(pool.totalCount).toBe(3);
  for (const client of held) client.release();
});

test("all who wait for a connection that is held are served by another, by promises and by callbacks", async () => {
  const pool = await aPool(1);
  const held = await pool.connect();
  const { promise, resolve } = Promise.withResolvers<void>();
  pool.connect((_error, _client, done) => {
    done();
    resolve();
  });
  await Promise.all([promise, pool.query("select"), pool.query("select")]);
  held.release();
});

test("when what nobody uses has been closed, the next ones wait for each other again", async () => {
  const pool = await aPool(100, 50);
  const held = await pool.connect();
  await pool.query("select");
  expect(pool.options.max).toBe(3);
  held.release();
  // The pool says so once the server has been told goodbye, a moment after it counts the connection no more.
  await expect.poll(() => [pool.totalCount, pool.options.max], { timeout: 60_000 }).toEqual([0, 1]);
});

test("a pool that ends opens nothing more", async () => {
  const pool = await aPool(1);
  const held = await pool.connect();
  const ended = pool.end();
  await expect(pool.connect()).rejects.toThrow("after calling end");
  held.release();
  await ended;
  expect(pool.totalCount).toBe(0);
});

test("a connection that is given back twice is given back once", async () => {
  const pool = await aPool(60_000);
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
