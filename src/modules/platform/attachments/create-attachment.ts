import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { keepFile, renameFile } from "../files/keep-file.ts";
import { attachment } from "./attachment.ts";
import { fetchAttachment } from "./fetch-attachment.ts";
import { givenFile } from "./given-file.ts";

/**
 * Creates an attachment of a file that came with the request, or of one that a job fetches after the commit. It has the name of its file
 * unless it is given another. @returns its id
 */
export async function createAttachment(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const given = givenFile(draft, errors);
  errors.throwIfAny();
  if (!given) throw new Error("An attachment without a file passed its checks.");
  const { name: nameAttribute } = attachment.attributes;
  const own = draft.given(nameAttribute) || undefined;
  const rest = draft.without(new Set([nameAttribute]));
  if ("url" in given) {
    const id = await insertRecord(context, rest, { name: own ?? null, remote_file_url: given.url });
    await queueJob(context, fetchAttachment, { attachment: id });
    return id;
  }
  const { id: file, name } = given.file;
  await keepFile(context, file);
  if (own !== undefined) await renameFile(context, file, own);
  return insertRecord(context, rest, { name: own ?? name ?? null, stored_file_id: file });
}
