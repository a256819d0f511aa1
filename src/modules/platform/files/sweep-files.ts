import type { Database } from "../../../database/connect/database.ts";
import type { FileStore } from "../../../kernel/files/files.ts";

/** Files per batch. */
const batchSize = 100;

/**
 * Erases files that crashes and failed jobs left in any account: those not kept within a day, ended ones that still have bytes, and those
 * of erased accounts. Concurrent runs are harmless.
 * @param closing stops it between two batches
 * @returns the number of erased files
 */
export async function sweepFiles(database: Database, files: FileStore, closing: AbortSignal): Promise<number> {
  let erased = 0;
  while (!closing.aborted) {
    const rows = await database.read({ text: "select files_to_erase($1)" }, [batchSize]);
    const keys = rows.flatMap(([key]) => (typeof key === "string" ? [key] : []));
    if (keys.length === 0) return erased;
    await Promise.all(keys.map((key) => files.delete(key)));
    await database.read({ text: "select note_erased_files($1)" }, [`{${keys.join(",")}}`]);
    erased += keys.length;
  }
  return erased;
}
