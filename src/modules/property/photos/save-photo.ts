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
import { maxPhotos, photo } from "./photo.ts";
import { closeGap, countPhotos, movePhoto } from "./photo-order.ts";
import { renderPhoto } from "./render-photo.ts";

const { photo: picture, position, remote_photo_url } = photo.attributes;

/** A write may contain the picture or its address, but not both. A new photo needs one of them. */
export function checkPicture(draft: Draft, errors: ValidationErrors): void {
  if (errors.has("photo") || errors.has("remote_photo_url")) return;
  const hasFile = Boolean(draft.input(picture));
  const hasAddress = Boolean(draft.input(remote_photo_url));
  if (hasFile && hasAddress) errors.add("remote_photo_url", "must be blank with a photo: send only one of them");
  if (draft.creating && !hasFile && !hasAddress) errors.add("photo", "can't be blank without remote_photo_url");
}

/** Adds a photo to a locked rental. A job encodes its sizes after the commit. */
export async function createPhoto(
  context: WriteContext,
  rental: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const count = await countPhotos(context, rental.id);
  if (count >= maxPhotos) errors.add("base", `a rental has at most ${maxPhotos} photos`);
  errors.throwIfAny();
  await touchRentals(context, [rental.id]);
  const size = draft.input(picture)?.size;
  const columns = {
    rental_id: rental.id,
    position: count + 1,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
  const id = await insertRecord(context, draft, { ...columns, ...pictureColumns(draft) });
  const to = Math.min(draft.input(position) ?? count + 1, count + 1);
  await movePhoto(context, { rentalId: rental.id, id, from: count + 1, to });
  await takePicture(context, id, draft);
  return id;
}

/** Changes a photo of a locked rental. The earlier picture is served until the new one is ready. */
export async function updatePhoto(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const rentalId = await rentalOfPart(context, photo, id);
  const from = draft.stored(position) ?? 0;
  const to = Math.min(draft.input(position) ?? from, await countPhotos(context, rentalId));
  await movePhoto(context, { rentalId, id, from, to });
  if (draft.input(picture) || draft.input(remote_photo_url)) await endPending(context, id);
  const changed = await updateRecord(context, id, draft, pictureColumns(draft));
  if (changed || to !== from) await touchRentals(context, [rentalId]);
  await takePicture(context, id, draft);
}

/** Deletes a photo and its files. */
export async function destroyPhoto(context: WriteContext, id: number): Promise<void> {
  const rentalId = await rentalOfPart(context, photo, id);
  if (!(await endRecord(context, photo, id))) return;
  await closeGap(context, rentalId);
  await touchRentals(context, [rentalId]);
}

/** Returns the picture's columns, if the write has one. */
function pictureColumns(draft: Draft): ServerSetColumns {
  const file = draft.input(picture);
  const address = draft.input(remote_photo_url);
  if (file) {
    const bytes = draft.creating ? { size_in_bytes: file.bytes } : {};
    return { ...bytes, pending_file_id: file.id, remote_photo_url: null, photo_error: null };
  }
  return address ? { pending_file_id: null, remote_photo_url: address, photo_error: null } : {};
}

async function takePicture(context: WriteContext, id: number, draft: Draft): Promise<void> {
  const file = draft.input(picture);
  if (file) {
    await keepFile(context, file.id);
    await queueJob(context, renderPhoto, { photo: id, file: file.id });
  } else if (draft.input(remote_photo_url)) await queueJob(context, fetchPhoto, { photo: id });
}

/** Ends a pending picture that the write replaces. */
async function endPending(context: WriteContext, id: number): Promise<void> {
  const row = await context.transaction.row<{ pending_file_id: number | null }>(
    "select pending_file_id from photos where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  const pending = row?.pending_file_id ?? null;
  if (pending !== null) await endFiles(context, [pending]);
}
