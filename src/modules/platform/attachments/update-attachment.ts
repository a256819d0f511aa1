import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { endFiles, keepFile, renameFile } from "../files/keep-file.ts";
import { attachment } from "./attachment.ts";
import { fetchAttachment } from "./fetch-attachment.ts";
import { type GivenFile, givenFile } from "./given-file.ts";

interface Known {
  readonly stored_file_id: number | null;
  readonly erased: boolean;
}

/**
 * Gives an attachment another name or another file. One that is to be fetched takes the place of the present one when it is there. What
 * was erased stays so. @throws RequestError 422
 */
export async function updateAttachment(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const given = givenFile(draft, errors);
  const known = await context.transaction.row<{ stored_file_id: number | null; erased: boolean }>(
    "select stored_file_id, erased_at is not null as erased from attachments where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (!known) throw new Error(`The attachment ${id} went while it was locked.`);
  if (known.erased && given) errors.add("file" in given ? "file" : "remote_file_url", "was erased for good");
  errors.throwIfAny();
  const columns = await replaceFile(context, known, given);
  await updateRecord(context, id, draft, columns);
  const file = columns.stored_file_id ?? known.stored_file_id;
  const { name } = attachment.attributes;
  if (file !== null && draft.changes(name)) await renameFile(context, file, draft.given(name) ?? undefined);
  if (given && "url" in given) await queueJob(context, fetchAttachment, { attachment: id });
}

/** @returns the columns that a new file changes */
async function replaceFile(
  context: WriteContext,
  known: Known,
  given: GivenFile,
): Promise<{ readonly stored_file_id?: number; readonly [column: string]: unknown }> {
  if (!given) return {};
  if ("url" in given) return { remote_file_url: given.url, file_error: null };
  await keepFile(context, given.file.id);
  if (known.stored_file_id !== null) await endFiles(context, [known.stored_file_id]);
  return { stored_file_id: given.file.id, remote_file_url: null, file_error: null };
}
