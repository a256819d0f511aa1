import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Erases guests' documents after the days that the portal's settings name, for all accounts, through a function of the database owner. */
export function eraseGuestDocumentsJob(database: Database): ScheduledJob {
  return {
    name: "erase guest documents",
    every: { cron: "33 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await eraseGuestDocuments(database)) > 0);
    },
  };
}

/** @returns the number of forms whose documents were erased */
export async function eraseGuestDocuments(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select erase_guest_documents()" }, []);
  return Number(row?.[0] ?? 0);
}
