import Type from "typebox";
import { type StoredFile, UnusableFile } from "../../../kernel/files/files.ts";
import { defineJob, type JobContext, queueJob } from "../../../kernel/write/jobs/job.ts";
import { giveUpFile } from "../../platform/files/erase-file.ts";
import { fetchFile } from "../../platform/files/fetch-file.ts";
import { keepFile } from "../../platform/files/keep-file.ts";
import { pictureTypes } from "./picture-types.ts";
import { renderPhoto } from "./render-photo.ts";

/** Fetches the picture at `remote_photo_url`. After several retries, stores the error in the record. */
export const fetchPhoto = defineJob("fetch_photo", {
  lane: "files and pictures",
  payload: Type.Object({ photo: Type.Integer() }),
  attempts: 5,
  async run(context, { photo }) {
    const { scope, account } = context;
    const row = await scope.transaction((transaction) =>
      transaction.row<{ url: string }>(
        `select coalesce(remote_photo_url, '') as url from photos
         where account_id = $1 and id = $2 and remote_photo_url is not null and deleted_at is null`,
        [account, photo],
      ),
    );
    if (!row) return;
    const remote = { id: photo, url: row.url };
    const fetched = await fetchFile(context, remote.url, pictureTypes);
    if (fetched instanceof UnusableFile) await storeError(context, remote, fetched.problem);
    else await storePicture(context, remote, fetched);
  },
});

interface RemotePhoto {
  readonly id: number;
  readonly url: string;
}

/** Stores the picture and queues its sizes, unless the photo was deleted or replaced meanwhile. */
async function storePicture(
  { scope, account, files }: JobContext,
  { id, url }: RemotePhoto,
  file: StoredFile,
): Promise<void> {
  const isCurrent = await scope.transaction(async (transaction) => {
    const changed = await transaction.run(
      `update photos set pending_file_id = $4, remote_photo_url = null, photo_error = null, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and remote_photo_url = $3 and deleted_at is null`,
      [account, id, url, file.id],
    );
    if (changed === 0) return false;
    const within = { transaction, account: { id: account } };
    await keepFile(within, file.id);
    await queueJob(within, renderPhoto, { photo: id, file: file.id });
    return true;
  });
  if (!isCurrent) await giveUpFile({ scope, account, files }, file.id);
}

async function storeError({ scope, account }: JobContext, { id, url }: RemotePhoto, problem: string): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update photos set remote_photo_url = null, photo_error = $4, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and remote_photo_url = $3`,
      [account, id, url, problem],
    ),
  );
}
