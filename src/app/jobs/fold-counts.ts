import type { Database } from "../../database/database.ts";
import type { RecurringJob } from "./recurring.ts";

/** Notes that are put together at once, at most (migration 0028). */
const fullBatch = 10_000;

/**
 * The job that puts together what triggers have noted of numbers of records (decision 0048), by a function of the database's owner
 * (migration 0028): for all accounts, and nobody's request. Batch by batch, as long as they are full: what comes in while
 * others write waits for the next time.
 * @param closing ends it between two batches
 */
export function foldingJob(database: Database, closing: AbortSignal): RecurringJob {
  return {
    name: "fold record counts",
    run: async () => {
      while (!closing.aborted && (await foldSome(database)) >= fullBatch);
    },
  };
}

/** @returns how many notes there were, without those that another process holds */
async function foldSome(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select fold_record_counts()" }, []);
  return Number(row?.[0] ?? 0);
}
