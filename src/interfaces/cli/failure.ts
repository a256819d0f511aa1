import { RequestError } from "../../kernel/errors.ts";
import type { Installation } from "./installation.ts";

/** One line for what a person can do something about; undefined for a mistake of ours, which deserves its stack. */
export function failureLine(error: unknown, { explain }: Installation): string | undefined {
  if (!(error instanceof RequestError)) return explain(error);
  if (!error.messages) return error.message;
  const parts = Object.entries(error.messages).map(
    ([name, sentences]) => `${name.replaceAll("_", "-")}: ${sentences.join(", ")}`,
  );
  return `${parts.join("; ")}.`;
}
