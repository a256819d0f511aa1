import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { RequestError } from "../../../kernel/errors.ts";
import type { ConfirmOptions } from "../common-options.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks before something is done that ends something for others or cannot be undone. Where nobody can be asked, `--yes` is necessary.
 * @param consequence what it does, as a sentence
 * @throws RequestError when it is not to be done
 */
export async function confirm({ screen }: Terminal, { yes }: ConfirmOptions, consequence: string): Promise<void> {
  if (yes) return;
  if (!screen) throw new RequestError("bad_request", `${consequence} Nobody can be asked here: say --yes to do it.`);
  const lines = createInterface({ ...screen, terminal: false });
  try {
    // Ctrl-D ends the input, and the question is never answered.
    const unanswered = once(lines, "close").then(() => "");
    const answer = await Promise.race([lines.question(`${consequence} Do it? [y/N] `), unanswered]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new RequestError("bad_request", "Nothing was done.");
  } finally {
    lines.close();
  }
}
