import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Maximum rows per transaction. */
const batchSize = 1000;

/**
 * Deletes changes past the audit retention, through a function of the database owner (baseline/03_resources.sql): the application may only
 * add changes. Works in batches, so the next run continues after a crash.
 */
export function forgetChangesJob(database: Database, auditDays: number): ScheduledJob {
  return {
    name: "forget old changes",
    every: { cron: "53 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await forgetSome(database, auditDays)) >= batchSize);
    },
  };
}

/** @returns the number of changes deleted */
async function forgetSome(database: Database, auditDays: number): Promise<number> {
  const [row] = await database.read({ text: "select forget_changes($1, $2)" }, [auditDays, batchSize]);
  return Number(row?.[0] ?? 0);
}
