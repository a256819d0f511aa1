import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { eraseFile } from "./erase-file.ts";
import { fileName } from "./file-name.ts";

/**
 * Keeps a stored file, in the transaction of the record that names it.
 * @param publicToken under which everybody may fetch it; absent: only who has a signed URL
 * @throws Error when it has waited for longer than a day, and is gone
 */
export async function keepFile(
  { transaction, account }: AccountTransaction,
  id: number,
  publicToken?: string,
): Promise<void> {
  const kept = await transaction.run(
    `update stored_files set kept_at = clock_timestamp(), public_token = $3, updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and kept_at is null and ended_at is null`,
    [account.id, id, publicToken ?? null],
  );
  if (kept !== 1) throw new Error(`The file ${id} cannot be kept: it is gone, or another record has it.`);
}

/** Gives a file another name, cleaned as that of an upload: people see it when they save the file. */
export async function renameFile(
  { transaction, account }: AccountTransaction,
  id: number,
  name: string | undefined,
): Promise<void> {
  await transaction.run(
    "update stored_files set name = $3, updated_at = clock_timestamp() where account_id = $1 and id = $2",
    [account.id, id, fileName(name) ?? null],
  );
}

/** Ends files whose records have ended: nobody can fetch them from now on, and their bytes are erased after the commit. */
export async function endFiles(context: AccountTransaction, ids: readonly number[]): Promise<void> {
  const { transaction, account } = context;
  const ended = await transaction.rows<{ id: number }>(
    `update stored_files set ended_at = clock_timestamp(), name = null, public_token = null, updated_at = clock_timestamp()
     where account_id = $1 and id = any ($2::bigint[]) and ended_at is null returning id`,
    [account.id, `{${ids.join(",")}}`],
  );
  for (const { id } of ended) await queueJob(context, eraseFile, { file: id });
}
