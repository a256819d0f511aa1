import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Maximum rows of each table per statement. */
const batchSize = 10_000;

/**
 * Deletes old webhook delivery attempts, and messages without any, for all accounts (baseline/10_records.sql). Works in batches, through a
 * function of the database owner. A disabled endpoint never receives messages deleted here.
 */
export function forgetWebhooksJob(database: Database, days: number): ScheduledJob {
  return {
    name: "forget webhook deliveries",
    every: { cron: "33 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await forgetWebhooks(database, days)) > 0);
    },
  };
}

/** @returns the number of rows deleted; 0 when no old ones are left */
export async function forgetWebhooks(database: Database, days: number): Promise<number> {
  const [row] = await database.read({ text: "select forget_webhook_messages(make_interval(days => $1), $2)" }, [
    days,
    batchSize,
  ]);
  return Number(row?.[0] ?? 0);
}
