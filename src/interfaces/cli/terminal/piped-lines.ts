import { once } from "node:events";
import { start } from "node:repl";
import { PassThrough, Writable } from "node:stream";
import { RequestError } from "../../../kernel/errors.ts";
import type { Scope } from "./prompt.ts";

/**
 * Evaluates lines as the prompt does, and prints what each comes to; the first that fails ends it.
 * @throws RequestError when a line fails, or the last statement is not complete
 */
export async function evaluateLines(
  lines: readonly string[],
  scope: Scope,
  out: (text: string) => void,
): Promise<void> {
  const left = lines.filter((line) => line.trim() !== "");
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
  // Without a terminal the REPL does not wait for a line's promise before it takes the next one. It asks for it here.
  server.displayPrompt = () => {
    const line = server.lastError === undefined ? left.shift() : undefined;
    if (line === undefined) return server.close();
    printed = false;
    input.write(`${line}\n`);
  };
  server.displayPrompt();
  await ended;
  if (server.lastError !== undefined) throw new RequestError("invalid", "A line of the input failed.");
  // Every statement prints what it comes to, be it undefined.
  if (!printed) throw new RequestError("invalid", "The input ends within a statement.");
}
