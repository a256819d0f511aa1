import type { Database } from "../../database/database.ts";
import type { RecurringJob } from "./recurring.ts";

/**
 * The job that puts together what triggers have noted of numbers of records (decision 0048), by a function of the database's owner
 * (migration 0028): for all accounts, and nobody's request. Batch by batch, until nothing is left.
 * @param closing ends it between two batches
 */
export function foldingJob(database: Database, closing: AbortSignal): RecurringJob {
  return {
    name: "fold record counts",
    run: async () => {
      while (!closing.aborted && (await foldSome(database)) > 0);
    },
  };
}

/** @returns how many notes there were: 0 when none is left, but for those that another process holds */
async function foldSome(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select fold_record_counts()" }, []);
  return Number(row?.[0] ?? 0);
}
