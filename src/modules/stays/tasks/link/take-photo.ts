import type { Database } from "../../../../database/connect/database.ts";
import { type FileStore, UnusableFile } from "../../../../kernel/files/files.ts";
import { giveUpFile } from "../../../platform/files/erase-file.ts";
import { storeFile } from "../../../platform/files/store-file.ts";
import { withoutMetadata } from "../../../property/photos/make-renditions.ts";
import { pictureTypes } from "../../../property/photos/picture-types.ts";
import { addTaskPhoto } from "../save-task-photo.ts";
import { beginSend, isRepeated, type LinkSend, type SendOutcome, scopeOfLink } from "./take-send.ts";

/** A photo's additional outcomes: not a picture, or the task has enough. */
export type PhotoOutcome = SendOutcome | "refused";

/**
 * Stores a cleaner's photo, once for each key: encoded again, without the camera's metadata.
 * @param path the received file
 * @throws PictureTimeout
 */
export async function takeLinkPhoto(
  { database, files }: { readonly database: Database; readonly files: FileStore },
  send: LinkSend,
  path: string,
): Promise<PhotoOutcome> {
  const account = { id: send.link.account };
  const scope = scopeOfLink(database, send.link);
  // A repeated photo is not decoded again.
  if (await scope.transaction((transaction) => isRepeated({ transaction, account }, send.key), "read")) return "stored";
  const file = await storeFile({ scope, account, files }, { path, name: undefined }, pictureTypes, withoutMetadata);
  if (file instanceof UnusableFile) return "refused";
  let isKept = false;
  try {
    return await scope.transaction(async (transaction) => {
      isKept = false;
      const context = { transaction, account };
      const state = await beginSend(context, send);
      if (state !== "new") return state === "gone" ? "gone" : "stored";
      isKept = await addTaskPhoto(context, send.task, file.id);
      return isKept ? "stored" : "refused";
    });
  } finally {
    if (!isKept) await giveUpFile({ scope, account: account.id, files }, file.id);
  }
}
