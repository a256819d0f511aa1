import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, touchRecords } from "../../../kernel/write/store.ts";
import { endFiles, keepFile } from "../../platform/files/keep-file.ts";
import { erasedMessage } from "../bookings/guest/erased-guest.ts";
import { hasErasedStay } from "./lock-stay.ts";
import { maxTaskPhotos, taskPhoto } from "./task-photo.ts";

/** Adds a photo to a locked task. @throws RequestError 422 without a picture, for the 31st photo, or for an erased guest's stay */
export async function createTaskPhoto(
  context: WriteContext,
  { id }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const file = draft.input(taskPhoto.attributes.photo);
  if (!file && !errors.has("photo")) errors.add("photo", "can't be blank");
  if ((await countPhotos(context, id)) >= maxTaskPhotos)
    errors.add("base", `a task has at most ${maxTaskPhotos} photos`);
  if (await hasErasedStay(context, id)) errors.add("photo", erasedMessage);
  errors.throwIfAny();
  if (!file) throw new Error("A photo without a file passed its checks.");
  await keepFile(context, file.id);
  await touchRecords(context, "tasks", [id]);
  return insertRecord(context, draft, { task_id: id, stored_file_id: file.id });
}

/** Adds a stored picture to a locked task, unless it has 30 photos. @returns whether it was added */
export async function addTaskPhoto(context: AccountTransaction, task: number, file: number): Promise<boolean> {
  if ((await countPhotos(context, task)) >= maxTaskPhotos) return false;
  await keepFile(context, file);
  await touchRecords(context, "tasks", [task]);
  await context.transaction.run("insert into task_photos (account_id, task_id, stored_file_id) values ($1, $2, $3)", [
    context.account.id,
    task,
    file,
  ]);
  return true;
}

/** Deletes a photo and its file. */
export async function destroyTaskPhoto(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const row = await transaction.row<{ task_id: number; stored_file_id: number | null }>(
    "select task_id, stored_file_id from task_photos where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row || !(await endRecord(context, taskPhoto, id))) return;
  if (row.stored_file_id !== null) await endFiles(context, [row.stored_file_id]);
  await touchRecords(context, "tasks", [row.task_id]);
}

async function countPhotos({ transaction, account }: AccountTransaction, task: number): Promise<number> {
  const row = await transaction.row<{ photos: number }>(
    "select count(*) as photos from task_photos where account_id = $1 and task_id = $2 and deleted_at is null",
    [account.id, task],
  );
  return row?.photos ?? 0;
}
