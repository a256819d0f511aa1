import type { Database } from "../../database/connect/database.ts";
import type { FrequentJob } from "./recurring.ts";

/** Notes that are put together at once, at most (baseline/03_resources.sql). */
const fullBatch = 10_000;

/**
 * The job that puts together what triggers have noted of numbers of records (docs/design/response-cache.md), by a function of the database's owner
 * (baseline/03_resources.sql): for all accounts, and nobody's request. Batch by batch, as long as they are full: what comes in while
 * others write waits for the next time.
 */
export function foldingJob(database: Database): FrequentJob {
  return {
    name: "fold record counts",
    every: { seconds: 5 },
    run: async ({ signal }) => {
      while (!signal.aborted && (await foldSome(database)) >= fullBatch);
    },
  };
}

/** @returns how many notes there were, without those that another process holds */
async function foldSome(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select fold_record_counts()" }, []);
  return Number(row?.[0] ?? 0);
}
