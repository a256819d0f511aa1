import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "../../src/database/connect/database.ts";
import { PooledScope, watch } from "../../src/database/sql/account-scope.ts";
import { aDatabase, runSql } from "../harness/databases.ts";

test("does not repeat a committed write when its commit listener fails with a deadlock", async () => {
  const database = await aDatabase();
  const pool = new pg.Pool({ ...connectionConfig(database.application), pipeline: true });
  pool.on("connect", watch);
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await runSql(database.owner, "create table written (); grant insert, select on written to roost_app");
  const deadlock = Object.assign(new pg.DatabaseError("deadlock detected", 0, "error"), { code: "40P01" });
  for (const mode of ["write", "read, then write", "long write"] as const) {
    const scope = new PooledScope(pool, [], { committed: () => Promise.reject(deadlock) });
    const writes = scope.transaction((transaction) => transaction.run("insert into written default values"), mode);
    await expect(writes, mode).rejects.toBe(deadlock);
  }
  const { rows } = await runSql(database.owner, "select count(*)::int as count from written");
  expect(rows).toEqual([{ count: 3 }]);
});
