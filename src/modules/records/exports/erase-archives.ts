import Type from "typebox";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { defineJob } from "../../../kernel/write/jobs/job.ts";
import { endFiles } from "../../platform/files/keep-file.ts";
import type { ForgetGuest } from "../../stays/clients/guest-data.ts";

/** Erases the account's archives: each may hold the guest's data. */
export const eraseGuestInExports: ForgetGuest = async (context) => {
  await eraseArchives(context);
  return [];
};

/** Erases the archives of one export or of all. Their records stay. */
export async function eraseArchives(context: AccountTransaction, id?: number): Promise<void> {
  const { transaction, account } = context;
  // A running export is locked too: it ends before this transaction, with an archive to erase, or after it (finishExport).
  const held = await transaction.rows<{ stored_file_id: number | null }>(
    `select stored_file_id from exports where account_id = $1 and ($2::bigint is null or id = $2)
       and (stored_file_id is not null or finished_at is null) order by id for no key update`,
    [account.id, id ?? null],
  );
  const files = held.flatMap(({ stored_file_id }) => stored_file_id ?? []);
  if (files.length === 0) return;
  await transaction.run(
    `update exports set stored_file_id = null, expires_at = null, updated_at = statement_timestamp()
     where account_id = $1 and stored_file_id = any ($2::bigint[])`,
    [account.id, `{${files.join(",")}}`],
  );
  await endFiles(context, files);
}

/** Erases an export's archive when it expires. */
export const eraseExport = defineJob("erase export", {
  lane: "files and pictures",
  payload: Type.Object({ export: Type.Integer() }),
  run: async ({ scope, account }, { export: id }) => {
    await scope.transaction((transaction) => eraseArchives({ transaction, account: { id: account } }, id));
  },
});
