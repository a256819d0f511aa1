import Type from "typebox";
import { type StoredFile, UnusableFile } from "../../../kernel/files/files.ts";
import { defineJob, type JobContext, queueJob } from "../../../kernel/write/jobs/job.ts";
import { giveUpFile } from "../../platform/files/erase-file.ts";
import { fetchFile } from "../../platform/files/fetch-file.ts";
import { keepFile } from "../../platform/files/keep-file.ts";
import { pictureTypes } from "./picture-types.ts";
import { renderPhoto } from "./render-photo.ts";

/** Fetches the picture of `remote_photo_url`: a few times over some minutes, then the record says why it could not be had. */
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
    const asked = { id: photo, url: row.url };
    const fetched = await fetchFile(context, asked.url, pictureTypes);
    if (fetched instanceof UnusableFile) await giveUp(context, asked, fetched.problem);
    else await take(context, asked, fetched);
  },
});

interface Asked {
  readonly id: number;
  readonly url: string;
}

/** Lets the sizes be made, unless the photo is gone or to have another picture meanwhile. */
async function take({ scope, account, files }: JobContext, { id, url }: Asked, file: StoredFile): Promise<void> {
  const taken = await scope.transaction(async (transaction) => {
    const changed = await transaction.run(
      `update photos set pending_file_id = $4, remote_photo_url = null, photo_error = null, updated_at = clock_timestamp()
       where account_id = $1 and id = $2 and remote_photo_url = $3 and deleted_at is null`,
      [account, id, url, file.id],
    );
    if (changed === 0) return false;
    const within = { transaction, account: { id: account } };
    await keepFile(within, file.id);
    await queueJob(within, renderPhoto, { photo: id, file: file.id });
    return true;
  });
  if (!taken) await giveUpFile({ scope, account, files }, file.id);
}

async function giveUp({ scope, account }: JobContext, { id, url }: Asked, problem: string): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update photos set remote_photo_url = null, photo_error = $4, updated_at = clock_timestamp()
       where account_id = $1 and id = $2 and remote_photo_url = $3`,
      [account, id, url, problem],
    ),
  );
}
