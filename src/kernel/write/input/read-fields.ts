import { ValidationErrors } from "../../errors.ts";
import type { MultipartBody } from "../../request-body.ts";
import type { WriteRequest } from "../../route.ts";
import { isObject } from "../../values/structure.ts";
import type { WriteContext } from "../context.ts";
import { refuseFarDates } from "./date-bounds.ts";
import type { ReadBody } from "./read-body.ts";
import { readDraft } from "./read-draft.ts";
import { checkReferences } from "./references.ts";

/**
 * Reads a multipart body's text fields and reports missing files. The files' types and sizes were checked during the upload.
 */
export async function readFields(
  context: WriteContext,
  { of, files }: MultipartBody,
  request: WriteRequest,
): Promise<ReadBody> {
  const errors = new ValidationErrors();
  const { defaultLocale } = context.account;
  const draft = readDraft(of, isObject(request.body) ? request.body : {}, { defaultLocale }, errors);
  refuseFarDates(draft, errors, context.now);
  await checkReferences(context, draft, errors);
  for (const [name, { required }] of Object.entries(files))
    if (required && !request.files?.has(name)) errors.add(name, "can't be blank");
  return { draft, errors };
}
