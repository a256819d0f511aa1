import type { Database } from "../../database/connect/database.ts";
import type { FrequentJob } from "./recurring.ts";

/** Maximum deltas folded per call (baseline/03_resources.sql). */
const batchSize = 10_000;

/**
 * Folds the record-count deltas that triggers recorded into totals (docs/design/response-cache.md), for all accounts, through a function of
 * the database owner. Repeats while batches are full; later deltas wait for the next run.
 */
export function foldCountsJob(database: Database): FrequentJob {
  return {
    name: "fold record counts",
    every: { seconds: 5 },
    run: async ({ signal }) => {
      while (!signal.aborted && (await foldSome(database)) >= batchSize);
    },
  };
}

/** @returns the number of deltas folded, without those that another process holds */
async function foldSome(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select fold_record_counts()" }, []);
  return Number(row?.[0] ?? 0);
}
