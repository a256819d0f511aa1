import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { endFiles, keepFile } from "../../platform/files/keep-file.ts";
import { rentalOfPart, touchRentals } from "../rentals/touch-rental.ts";
import { fetchPhoto } from "./fetch-photo.ts";
import { mostPhotos, photo } from "./photo.ts";
import { closeGap, countPhotos, movePhoto } from "./photo-order.ts";
import { renderPhoto } from "./render-photo.ts";

const { photo: picture, position, remote_photo_url } = photo.attributes;

/** A write brings the picture, or says where it is, and not both; a new photo needs one of them. */
export function checkPicture(draft: Draft, errors: ValidationErrors): void {
  if (errors.has("photo") || errors.has("remote_photo_url")) return;
  const isSent = Boolean(draft.given(picture));
  const isElsewhere = Boolean(draft.given(remote_photo_url));
  if (isSent && isElsewhere) errors.add("remote_photo_url", "must be blank with a photo: use one of the two");
  if (draft.creating && !isSent && !isElsewhere) errors.add("photo", "can't be blank without remote_photo_url");
}

/** Adds a photo to a rental, which is locked by now. Its sizes are made after the commit. */
export async function createPhoto(
  context: WriteContext,
  rental: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const there = await countPhotos(context, rental.id);
  if (there >= mostPhotos) errors.add("base", `a rental has at most ${mostPhotos} photos`);
  errors.throwIfAny();
  await touchRentals(context, [rental.id]);
  const size = draft.given(picture)?.size;
  const columns = {
    rental_id: rental.id,
    position: there + 1,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
  const id = await insertRecord(context, draft, { ...columns, ...pictureColumns(draft) });
  const to = Math.min(draft.given(position) ?? there + 1, there + 1);
  await movePhoto(context, { rentalId: rental.id, id, from: there + 1, to });
  await takePicture(context, id, draft);
  return id;
}

/** Changes a photo; its rental is locked by now. The earlier picture is served until the new one's sizes are made. */
export async function updatePhoto(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const rentalId = await rentalOfPart(context, photo, id);
  const from = draft.stored(position) ?? 0;
  const to = Math.min(draft.given(position) ?? from, await countPhotos(context, rentalId));
  await movePhoto(context, { rentalId, id, from, to });
  if (draft.given(picture) || draft.given(remote_photo_url)) await endPending(context, id);
  const changed = await updateRecord(context, id, draft, pictureColumns(draft));
  if (changed || to !== from) await touchRentals(context, [rentalId]);
  await takePicture(context, id, draft);
}

/** Deletes a photo; its files end with it. */
export async function destroyPhoto(context: WriteContext, id: number): Promise<void> {
  const rentalId = await rentalOfPart(context, photo, id);
  if (!(await endRecord(context, photo, id))) return;
  await closeGap(context, rentalId);
  await touchRentals(context, [rentalId]);
}

/** What a write says of the picture, as columns; nothing where it says nothing. */
function pictureColumns(draft: Draft): ServerSetColumns {
  const file = draft.given(picture);
  const address = draft.given(remote_photo_url);
  if (file) {
    const bytes = draft.creating ? { size_in_bytes: file.bytes } : {};
    return { ...bytes, pending_file_id: file.id, remote_photo_url: null, photo_error: null };
  }
  return address ? { pending_file_id: null, remote_photo_url: address, photo_error: null } : {};
}

async function takePicture(context: WriteContext, id: number, draft: Draft): Promise<void> {
  const file = draft.given(picture);
  if (file) {
    await keepFile(context, file.id);
    await queueJob(context, renderPhoto, { photo: id, file: file.id });
  } else if (draft.given(remote_photo_url)) await queueJob(context, fetchPhoto, { photo: id });
}

/** Ends a picture whose sizes nobody will make any more. */
async function endPending(context: WriteContext, id: number): Promise<void> {
  const row = await context.transaction.row<{ pending_file_id: number | null }>(
    "select pending_file_id from photos where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  const pending = row?.pending_file_id ?? null;
  if (pending !== null) await endFiles(context, [pending]);
}
