import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { keepFile, renameFile } from "../files/keep-file.ts";
import { attachment } from "./attachment.ts";
import { fetchAttachment } from "./fetch-attachment.ts";
import { inputFile } from "./input-file.ts";

/**
 * Creates an attachment from an uploaded file, or from a URL that a job fetches after the commit. Its name defaults to the file's.
 * @returns its id
 */
export async function createAttachment(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const input = inputFile(draft, errors);
  errors.throwIfAny();
  if (!input) throw new Error("An attachment without a file passed its checks.");
  const { name: nameAttribute } = attachment.attributes;
  const own = draft.input(nameAttribute) || undefined;
  const rest = draft.without(new Set([nameAttribute]));
  if ("url" in input) {
    const id = await insertRecord(context, rest, { name: own ?? null, remote_file_url: input.url });
    await queueJob(context, fetchAttachment, { attachment: id });
    return id;
  }
  const { id: file, name } = input.file;
  await keepFile(context, file);
  if (own !== undefined) await renameFile(context, file, own);
  return insertRecord(context, rest, { name: own ?? name ?? null, stored_file_id: file });
}
