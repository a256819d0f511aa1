import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { StoredFile } from "../../../kernel/files/files.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { attachment } from "./attachment.ts";

/** An attachment's new file in a write: uploaded, or to be fetched from a URL. */
export type InputFile = { readonly file: StoredFile } | { readonly url: string } | undefined;

/** The file in a write; undefined if there is none. Adds an error for two files, or for a new attachment without one. */
export function inputFile(draft: Draft, errors: ValidationErrors): InputFile {
  const { file: fileAttribute, remote_file_url: urlAttribute } = attachment.attributes;
  const file = draft.input(fileAttribute) ?? undefined;
  const url = draft.input(urlAttribute) || undefined;
  if (file && url !== undefined) errors.add("remote_file_url", "must not be sent together with file");
  const isWrong = errors.has("file") || errors.has("remote_file_url");
  if (draft.creating && !file && url === undefined && !isWrong)
    errors.add("file", "can't be blank without a remote_file_url");
  if (file) return { file };
  return url === undefined ? undefined : { url };
}
