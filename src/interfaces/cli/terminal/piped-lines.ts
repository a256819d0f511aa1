import { once } from "node:events";
import { start } from "node:repl";
import { PassThrough, Writable } from "node:stream";
import { RequestError } from "../../../kernel/errors.ts";
import type { Scope } from "./prompt.ts";

/**
 * Evaluates lines as the prompt does and prints each result. Stops at the first line that fails.
 * @throws RequestError when a line fails, or the last statement is incomplete
 */
export async function evaluateLines(
  lines: readonly string[],
  scope: Scope,
  out: (text: string) => void,
): Promise<void> {
  const remaining = lines.filter((line) => line.trim() !== "");
  const input = new PassThrough();
  let printed = true;
  const output = new Writable({
    write(chunk, _encoding, done) {
      printed = true;
      out(String(chunk));
      done();
    },
  });
  const server = start({ input, output, prompt: "", terminal: false });
  Object.assign(server.context, scope);
  const ended = once(server, "exit");
  // Without a terminal the REPL does not await a line's promise before the next line: feed one line per prompt.
  server.displayPrompt = () => {
    const line = server.lastError === undefined ? remaining.shift() : undefined;
    if (line === undefined) return server.close();
    printed = false;
    input.write(`${line}\n`);
  };
  server.displayPrompt();
  await ended;
  if (server.lastError !== undefined) throw new RequestError("invalid", "A line of the input failed.");
  // Every complete statement prints its result, even undefined.
  if (!printed) throw new RequestError("invalid", "The input ends in the middle of a statement.");
}
