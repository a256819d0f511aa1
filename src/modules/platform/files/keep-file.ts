import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { eraseFile } from "./erase-file.ts";
import { fileName } from "./file-name.ts";

/**
 * Keeps a stored file, in the transaction of the record that references it.
 * @param publicToken lets anyone with the token download it; without it, only signed URLs work
 * @throws Error if it waited for longer than a day and was removed
 */
export async function keepFile(
  { transaction, account }: AccountTransaction,
  id: number,
  publicToken?: string,
): Promise<void> {
  const kept = await transaction.run(
    `update stored_files set kept_at = statement_timestamp(), public_token = $3, updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and kept_at is null and ended_at is null`,
    [account.id, id, publicToken ?? null],
  );
  if (kept !== 1) throw new Error(`File ${id} cannot be kept: it was removed, or another record has it.`);
}

/** Renames a file. The name is cleaned like an upload's, because people see it when they save the file. */
export async function renameFile(
  { transaction, account }: AccountTransaction,
  id: number,
  name: string | undefined,
): Promise<void> {
  await transaction.run(
    "update stored_files set name = $3, updated_at = statement_timestamp() where account_id = $1 and id = $2",
    [account.id, id, fileName(name) ?? null],
  );
}

/** Ends files of ended records: they can no longer be downloaded, and a job erases their bytes after the commit. */
export async function endFiles(context: AccountTransaction, ids: readonly number[]): Promise<void> {
  const { transaction, account } = context;
  const ended = await transaction.rows<{ id: number }>(
    `update stored_files set ended_at = statement_timestamp(), name = null, public_token = null, updated_at = statement_timestamp()
     where account_id = $1 and id = any ($2::bigint[]) and ended_at is null returning id`,
    [account.id, `{${ids.join(",")}}`],
  );
  for (const { id } of ended) await queueJob(context, eraseFile, { file: id });
}
