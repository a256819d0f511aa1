import type { Terminal } from "../terminal/terminal.ts";

/** Reads a password from standard input, which keeps it out of the process list and the shell history. */
export async function readPassword(terminal: Terminal): Promise<string> {
  // `echo` and `pass show` append a line break.
  return (await terminal.input()).replace(/\r?\n$/, "");
}
