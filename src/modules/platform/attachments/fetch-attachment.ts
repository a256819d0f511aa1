import Type from "typebox";
import type { StoredFile } from "../../../kernel/files/files.ts";
import { defineJob, type JobContext } from "../../../kernel/write/jobs/job.ts";
import { giveUpFile } from "../files/erase-file.ts";
import { fetchFile } from "../files/fetch-file.ts";
import { endFiles, keepFile, renameFile } from "../files/keep-file.ts";

/** Fetches `remote_file_url`, with a few retries over some minutes. After the last failure, `file_error` has the reason. */
export const fetchAttachment = defineJob("fetch_attachment", {
  lane: "files and pictures",
  payload: Type.Object({ attachment: Type.Integer() }),
  attempts: 5,
  async run(context, { attachment }) {
    const { scope, account } = context;
    const row = await scope.transaction((transaction) =>
      transaction.row<{ remote_file_url: string }>(
        `select coalesce(remote_file_url, '') as remote_file_url from attachments
         where account_id = $1 and id = $2 and remote_file_url is not null`,
        [account, attachment],
      ),
    );
    if (!row) return;
    const fetched = await fetchFile(context, row.remote_file_url);
    const requested = { id: attachment, url: row.remote_file_url };
    if ("problem" in fetched) await giveUp(context, requested, fetched.problem);
    else await attach(context, requested, fetched);
  },
});

interface RequestedFile {
  readonly id: number;
  readonly url: string;
}

/** Attaches the file, unless the attachment's URL has changed in the meantime. */
async function attach(context: JobContext, { id, url }: RequestedFile, file: StoredFile): Promise<void> {
  const { scope, account, files } = context;
  const taken = await scope.transaction(async (transaction) => {
    const current = await transaction.row<{ stored_file_id: number | null; name: string | null }>(
      `select stored_file_id, name from attachments
       where account_id = $1 and id = $2 and remote_file_url = $3 for no key update`,
      [account, id, url],
    );
    if (!current) return false;
    const within = { transaction, account: { id: account } };
    const name = current.name ?? file.name;
    await keepFile(within, file.id);
    await renameFile(within, file.id, name);
    await transaction.run(
      `update attachments set stored_file_id = $3, name = $4, remote_file_url = null, file_error = null, updated_at = statement_timestamp()
       where account_id = $1 and id = $2`,
      [account, id, file.id, name ?? null],
    );
    if (current.stored_file_id !== null) await endFiles(within, [current.stored_file_id]);
    return true;
  });
  if (!taken) await giveUpFile({ scope, account, files }, file.id);
}

async function giveUp({ scope, account }: JobContext, { id, url }: RequestedFile, problem: string): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update attachments set remote_file_url = null, file_error = $4, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and remote_file_url = $3`,
      [account, id, url, problem],
    ),
  );
}
