import { setTimeout as wait } from "node:timers/promises";
import { runSql } from "../../harness/databases.ts";
import type { System } from "../system/system.ts";
import type { Checked } from "./check.ts";

const tables = ["bookings", "payments", "clients", "changes", "idempotent_answers"];
const sums = tables.map(
  (table) => `select '${table}' as name, count(*)::int, sum(hashtextextended(${table}::text, 0)) from ${table}`,
);
const content = `${sums.join(" union all ")} order by 1`;

/** Checks that the replica equals the primary once the network works. */
export async function compareReplica({ primary, replica }: System): Promise<Checked> {
  const sql = "select pg_current_wal_flush_lsn()::text as position";
  const [{ position }] = (await runSql(primary.address, sql)).rows;
  const reached = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached";
  for (let tries = 0; !(await runSql(replica.address, reached, [position])).rows[0].reached; tries++) {
    if (tries > 300)
      return {
        subject: "rows of the replica",
        count: 0,
        violations: [`The replica does not catch up: ${await replica.log()}`],
      };
    await wait(200);
  }
  const [one, other] = [(await runSql(primary.address, content)).rows, (await runSql(replica.address, content)).rows];
  const violations =
    JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [`The replica has ${JSON.stringify(other)}, the primary ${JSON.stringify(one)}.`];
  return { subject: "rows of the replica", count: one.reduce((sum, { count }) => sum + Number(count), 0), violations };
}
