import Type from "typebox";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import { defineJob } from "../../../kernel/write/jobs/job.ts";

/** Deletes an ended file's bytes. Does nothing if the file has not ended or is already erased. */
export const eraseFile = defineJob("erase_file", {
  lane: "files and pictures",
  payload: Type.Object({ file: Type.Integer() }),
  run: ({ scope, account, files }, { file }) => eraseEnded({ scope, account, files }, file),
});

interface Erasing {
  readonly scope: AccountScope;
  readonly account: number;
  readonly files: FileStore;
}

async function eraseEnded({ scope, account, files }: Erasing, id: number): Promise<void> {
  const row = await scope.transaction((transaction) =>
    transaction.row<{ key: string }>(
      "select key from stored_files where account_id = $1 and id = $2 and ended_at is not null and erased_at is null",
      [account, id],
    ),
  );
  if (!row) return;
  await files.delete(row.key);
  await scope.read({ text: "select note_erased_files($1)" }, [`{${row.key}}`]);
}

/** Discards a stored file after its write failed. Does nothing if a record keeps the file. */
export async function giveUpFile(erasing: Erasing, id: number): Promise<void> {
  const { scope, account } = erasing;
  await scope.transaction((transaction) =>
    transaction.run(
      `update stored_files set ended_at = statement_timestamp(), name = null, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and kept_at is null and ended_at is null`,
      [account, id],
    ),
  );
  await eraseEnded(erasing, id);
}
