import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Rows that one transaction erases at most. */
const batch = 1000;

/**
 * The job that erases accounts which were closed 30 days ago, by a function of the database's owner (baseline/02_platform.sql): the application
 * itself may not delete. Batch by batch: what a crash interrupts, the next round goes on with.
 */
export function erasingJob(database: Database): ScheduledJob {
  return {
    name: "erase closed accounts",
    every: { cron: "43 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await eraseSome(database)) > 0);
    },
  };
}

/** @returns how many rows there were: 0 when nothing is left to erase */
async function eraseSome(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select erase_closed_account($1)" }, [batch]);
  return Number(row?.[0] ?? 0);
}
