import { type JobContext, queueJob } from "../../../kernel/write/jobs/job.ts";
import { giveUpFile } from "../../platform/files/erase-file.ts";
import { keepFile } from "../../platform/files/keep-file.ts";
import { eraseExport } from "./erase-archives.ts";
import { countForgotten } from "./forgotten.ts";
import type { WrittenFiles } from "./write-snapshot.ts";

/** A stored archive that no export keeps yet. */
export interface WrittenArchive extends WrittenFiles {
  /** Its id in `stored_files`. */
  readonly file: number;
}

/** Days after which an archive is erased. */
const keptDays = 7;

/**
 * Ends an export with its archive. @throws Error if a guest was erased after its snapshot: the job then writes it again
 */
export async function finishExport(context: JobContext, id: number, archive: WrittenArchive): Promise<void> {
  const { scope, account, files, now } = context;
  const expiresAt = now + keptDays * 24 * 60 * 60 * 1000;
  try {
    await scope.transaction(async (transaction) => {
      const within = { transaction, account: { id: account } };
      // An erasure locks the row too: it either sees the archive, or is seen here.
      const held = await transaction.row<{ id: number }>(
        "select id from exports where account_id = $1 and id = $2 and finished_at is null for no key update",
        [account, id],
      );
      if (!held) throw new Error(`Export ${id} has ended already.`);
      if ((await countForgotten(transaction, account)) !== archive.forgotten)
        throw new Error("A guest was erased while the archive was written.");
      await keepFile(within, archive.file);
      await transaction.run(
        `update exports set stored_file_id = $3, files = $4::jsonb, processed_count = records_count,
           finished_at = statement_timestamp(), expires_at = to_timestamp($5::double precision / 1000), updated_at = statement_timestamp()
         where account_id = $1 and id = $2`,
        [account, id, archive.file, JSON.stringify(archive.files), expiresAt],
      );
      await queueJob(within, eraseExport, { export: id }, { runAt: expiresAt });
    });
  } catch (error) {
    await giveUpFile({ scope, account, files }, archive.file);
    throw error;
  }
}

/** Ends an export that failed for good. */
export async function failExport({ scope, account }: JobContext, id: number): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update exports set error = 'The archive could not be written. Try again.', finished_at = statement_timestamp(),
         updated_at = statement_timestamp() where account_id = $1 and id = $2 and finished_at is null`,
      [account, id],
    ),
  );
}
