import { RequestError } from "../../kernel/errors.ts";
import type { Installation } from "./installation.ts";

/** @returns one line for an error that the operator can fix; undefined for a bug, which is shown with its stack */
export function failureLine(error: unknown, { explain }: Installation): string | undefined {
  if (!(error instanceof RequestError)) return explain(error);
  if (!error.messages) return error.message;
  const parts = Object.entries(error.messages).map(
    ([name, sentences]) => `${name.replaceAll("_", "-")}: ${sentences.join(", ")}`,
  );
  return `${parts.join("; ")}.`;
}
