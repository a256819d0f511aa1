import { Refusal } from "../../kernel/errors.ts";
import { plainReason } from "../../app/startup-error.ts";

/** One line for what a person can do something about; undefined for a mistake of ours, which deserves its stack. */
export function failureLine(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return plainReason(error);
  if (!error.messages) return error.message;
  const parts = Object.entries(error.messages).map(
    ([name, sentences]) => `${name.replaceAll("_", "-")}: ${sentences.join(", ")}`,
  );
  return `${parts.join("; ")}.`;
}
