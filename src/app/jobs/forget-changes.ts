import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Rows that one transaction deletes at most. */
const fullBatch = 1000;

/**
 * The job that deletes changes which are older than the history is kept, by a function of the database's owner (baseline/03_resources.sql): the
 * application itself adds them only. Batch by batch: what a crash interrupts, the next round goes on with.
 */
export function forgettingChanges(database: Database, auditDays: number): ScheduledJob {
  return {
    name: "forget old changes",
    every: { cron: "53 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await forgetSome(database, auditDays)) >= fullBatch);
    },
  };
}

/** @returns how many there were */
async function forgetSome(database: Database, auditDays: number): Promise<number> {
  const [row] = await database.read({ text: "select forget_changes($1, $2)" }, [auditDays, fullBatch]);
  return Number(row?.[0] ?? 0);
}
