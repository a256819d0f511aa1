import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { StoredFile } from "../../../kernel/files/files.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { attachment } from "./attachment.ts";

/** Where the file of an attachment comes from, as a write says. */
export type GivenFile = { readonly file: StoredFile } | { readonly url: string } | undefined;

/** The one file that a write gives, undefined when it gives none; two are a problem, and so is none of a new attachment. */
export function givenFile(draft: Draft, errors: ValidationErrors): GivenFile {
  const { file: fileAttribute, remote_file_url: urlAttribute } = attachment.attributes;
  const file = draft.given(fileAttribute) ?? undefined;
  const url = draft.given(urlAttribute) || undefined;
  if (file && url !== undefined) errors.add("remote_file_url", "cannot be given together with file");
  const isWrong = errors.has("file") || errors.has("remote_file_url");
  if (draft.creating && !file && url === undefined && !isWrong)
    errors.add("file", "can't be blank without a remote_file_url");
  if (file) return { file };
  return url === undefined ? undefined : { url };
}
