import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { watch } from "../../src/database/account-scope.ts";
import { connectionConfig } from "../../src/database/database.ts";
import { WritePositions } from "../../src/database/write-positions.ts";
import { aDatabase, statementsOn } from "../harness/databases.ts";

test("a writer whose position is being noted when the connection for that breaks is told that it has written", async () => {
  const { owner, application, drop } = await aDatabase();
  const { run: sql, end } = statementsOn(owner);
  const other = statementsOn(owner);
  const pool = new pg.Pool({ ...connectionConfig(application), max: 1 });
  pool.on("error", () => undefined).on("connect", watch);
  onTestFinished(async () => {
    await Promise.all([pool.end(), end(), other.end()]);
    await drop();
  });
  await sql("begin");
  await sql("lock table write_positions in access exclusive mode");
  const noted = new WritePositions(pool).note([7]);
  const waits = "select pid from pg_locks where relation = 'write_positions'::regclass and not granted";
  await expect.poll(() => other.run(waits)).toHaveLength(1);
  await other.run(`select pg_terminate_backend(pid) from (${waits}) as waiting`);
  await sql("commit");
  await noted;
  expect(await sql("select account::int from write_positions")).toEqual([{ account: 7 }]);
});
