import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import type { Terminal } from "./terminal.ts";

/**
 * Parses a path relative to the caller's directory. `npm run` changes to the project's directory first, and names the caller's in
 * INIT_CWD.
 */
export function pathParser({ environment }: Terminal): (text: string) => string {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = environment;
  return (text) => {
    if (text === "") throw new InvalidArgumentError("It must be a path.");
    return script === "roost" && directory ? resolve(directory, text) : text;
  };
}
