import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Maximum rows per transaction. */
const batchSize = 1000;

/**
 * Erases accounts closed 30 days ago, through a function of the database owner (baseline/02_platform.sql): the application may not delete.
 * Works in batches, so the next run continues after a crash.
 */
export function eraseAccountsJob(database: Database): ScheduledJob {
  return {
    name: "erase closed accounts",
    every: { cron: "43 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await eraseSome(database)) > 0);
    },
  };
}

/** @returns the number of rows erased; 0 when nothing is left */
async function eraseSome(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select erase_closed_account($1)" }, [batchSize]);
  return Number(row?.[0] ?? 0);
}
