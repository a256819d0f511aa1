import type { Terminal } from "../terminal/terminal.ts";

/** The password that comes in by the standard input, where neither the list of processes nor a history sees it. */
export async function readPassword(terminal: Terminal): Promise<string> {
  // Only the line break at the end is not part of it: `echo` and `pass show` write one.
  return (await terminal.input()).replace(/\r?\n$/, "");
}
