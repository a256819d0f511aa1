import type { Database } from "../../../database/connect/database.ts";
import type { FileStore } from "../../../kernel/files/files.ts";

/** Files that are erased at a time. */
const batch = 100;

/**
 * Erases what crashes and failed jobs have left, in all accounts: files that nobody has kept within a day, ended ones whose bytes are still
 * there, and those of accounts that are erased. Two processes that do it at once do no harm: what is gone is gone.
 * @param closing ends it between two batches
 * @returns how many were erased
 */
export async function sweepFiles(database: Database, files: FileStore, closing: AbortSignal): Promise<number> {
  let erased = 0;
  while (!closing.aborted) {
    const rows = await database.read({ text: "select files_to_erase($1)" }, [batch]);
    const keys = rows.flatMap(([key]) => (typeof key === "string" ? [key] : []));
    if (keys.length === 0) return erased;
    await Promise.all(keys.map((key) => files.delete(key)));
    await database.read({ text: "select note_erased_files($1)" }, [`{${keys.join(",")}}`]);
    erased += keys.length;
  }
  return erased;
}
