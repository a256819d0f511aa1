import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { endFiles, keepFile, renameFile } from "../files/keep-file.ts";
import { attachment } from "./attachment.ts";
import { fetchAttachment } from "./fetch-attachment.ts";
import { type InputFile, inputFile } from "./input-file.ts";

interface CurrentFile {
  readonly stored_file_id: number | null;
  readonly erased: boolean;
}

/**
 * Renames an attachment or replaces its file. A file from a URL replaces the current one when it has been fetched. An erased attachment
 * accepts no file. @throws RequestError 422
 */
export async function updateAttachment(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const input = inputFile(draft, errors);
  const current = await context.transaction.row<{ stored_file_id: number | null; erased: boolean }>(
    "select stored_file_id, erased_at is not null as erased from attachments where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (!current) throw new Error(`Attachment ${id} disappeared while it was locked.`);
  if (current.erased && input) errors.add("file" in input ? "file" : "remote_file_url", "was erased for good");
  errors.throwIfAny();
  const columns = await replaceFile(context, current, input);
  await updateRecord(context, id, draft, columns);
  const file = columns.stored_file_id ?? current.stored_file_id;
  const { name } = attachment.attributes;
  if (file !== null && draft.changes(name)) await renameFile(context, file, draft.input(name) ?? undefined);
  if (input && "url" in input) await queueJob(context, fetchAttachment, { attachment: id });
}

/** @returns the columns to change for a new file */
async function replaceFile(
  context: WriteContext,
  current: CurrentFile,
  input: InputFile,
): Promise<{ readonly stored_file_id?: number; readonly [column: string]: unknown }> {
  if (!input) return {};
  if ("url" in input) return { remote_file_url: input.url, file_error: null };
  await keepFile(context, input.file.id);
  if (current.stored_file_id !== null) await endFiles(context, [current.stored_file_id]);
  return { stored_file_id: input.file.id, remote_file_url: null, file_error: null };
}
