import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Rows of each table that one statement forgets at most. */
const batch = 10_000;

/**
 * The job that forgets old attempts to deliver webhooks, and messages of which none is left (baseline/10_records.sql), batch by batch: those of
 * all accounts, by a function of the database's owner. What an endpoint that is disabled has not got by then, it never gets.
 */
export function webhookForgettingJob(database: Database, days: number): ScheduledJob {
  return {
    name: "forget webhook deliveries",
    every: { cron: "33 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await forgetWebhooks(database, days)) > 0);
    },
  };
}

/** @returns how many rows there were: 0 when none is left that is old */
export async function forgetWebhooks(database: Database, days: number): Promise<number> {
  const [row] = await database.read({ text: "select forget_webhook_messages(make_interval(days => $1), $2)" }, [
    days,
    batch,
  ]);
  return Number(row?.[0] ?? 0);
}
