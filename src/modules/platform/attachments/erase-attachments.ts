import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { endFiles } from "../files/keep-file.ts";

/**
 * Permanently erases attachments' names and files. Their records stay and accept no new file.
 * @returns the ids of attachments that were not erased before
 */
export async function eraseAttachments(context: AccountTransaction, ids: readonly number[]): Promise<number[]> {
  const { transaction, account } = context;
  const found = await transaction.rows<{ id: number; stored_file_id: number | null }>(
    `select id, stored_file_id from attachments
     where account_id = $1 and id = any ($2::bigint[]) and erased_at is null order by id for no key update`,
    [account.id, `{${ids.join(",")}}`],
  );
  const erased = found.map(({ id }) => id);
  await transaction.run(
    `update attachments set name = null, stored_file_id = null, remote_file_url = null, file_error = null,
       erased_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = any ($2::bigint[])`,
    [account.id, `{${erased.join(",")}}`],
  );
  await endFiles(
    context,
    found.flatMap(({ stored_file_id }) => stored_file_id ?? []),
  );
  return erased;
}
