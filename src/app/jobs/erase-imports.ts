import type { Database } from "../../database/connect/database.ts";
import { keptDays } from "../../modules/records/imports/resource/import-resource.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Imports per statement. */
const batchSize = 100;

/** Erases the files of old imports, for all accounts, through a function of the database owner. The sweep of files erases the bytes. */
export function eraseImportsJob(database: Database): ScheduledJob {
  return {
    name: "erase old imports",
    every: { cron: "43 * * * *" },
    run: async ({ signal }) => {
      while (!signal.aborted && (await eraseOldImports(database)) > 0);
    },
  };
}

/** @returns the number of erased files */
export async function eraseOldImports(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select erase_old_imports(make_interval(days => $1), $2)" }, [
    keptDays,
    batchSize,
  ]);
  return Number(row?.[0] ?? 0);
}
