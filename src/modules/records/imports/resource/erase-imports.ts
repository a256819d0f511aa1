import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { endFiles } from "../../../platform/files/keep-file.ts";

/** The parts of a report with the file's content. */
const content = "{columns,first_lines,sample,problems,warnings}";

/** Erases the files of imports and what shows their content. A run that is under way saves nothing. */
export async function eraseImports(context: AccountTransaction, ids: readonly number[]): Promise<void> {
  const { transaction, account } = context;
  const files = await transaction.rows<{ id: number }>(
    `select stored_file_id as id from imports where account_id = $1 and id = any ($2::bigint[]) and stored_file_id is not null
     order by id for update`,
    [account.id, ids],
  );
  await transaction.run(
    `update imports set stored_file_id = null, rejected = null, report = report - $3::text[], revision = revision + 1,
       state = case when state in ('checking', 'applying') then 'failed' else state end,
       error = case when state in ('checking', 'applying') then 'The file was erased. Upload it again.' else error end,
       updated_at = statement_timestamp()
     where account_id = $1 and id = any ($2::bigint[])`,
    [account.id, ids, content],
  );
  await endFiles(
    context,
    files.map(({ id }) => id),
  );
}
