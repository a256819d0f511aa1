import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { RequestError } from "../../../kernel/errors.ts";
import type { ConfirmOptions } from "../common-options.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks for confirmation before a disruptive or irreversible step. Without a terminal, `--yes` is required.
 * @param consequence what the step does, as a sentence
 * @throws RequestError when it is declined, or without a terminal
 */
export async function confirm({ screen }: Terminal, { yes }: ConfirmOptions, consequence: string): Promise<void> {
  if (yes) return;
  if (!screen) throw new RequestError("bad_request", `${consequence} No terminal to confirm on: add --yes.`);
  const lines = createInterface({ ...screen, terminal: false });
  try {
    // Ctrl-D closes the input without an answer.
    const unanswered = once(lines, "close").then(() => "");
    const answer = await Promise.race([lines.question(`${consequence} Continue? [y/N] `), unanswered]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new RequestError("bad_request", "Canceled. Nothing was changed.");
  } finally {
    lines.close();
  }
}
