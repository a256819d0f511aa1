import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { installation } from "../../src/app/start/installation.ts";
import { runProgram } from "../../src/interfaces/cli/program.ts";
import type { Terminal } from "../../src/interfaces/cli/terminal/terminal.ts";
import { bundled } from "../harness/bundled.ts";
import { compileCache } from "../harness/compile-cache.ts";
import { movedClock } from "../harness/moved-clock.ts";

const main = join(import.meta.dirname, "..", "..", "bin", "roost.js");

/** A command's result. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in its own process, with only these settings. */
export async function roost(settings: Record<string, string>, words: readonly string[], input = ""): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      ...movedClock(),
      ...bundled(),
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: compileCache,
      ...settings,
    },
  });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

/** Runs a command in this process, which is faster. */
export async function roostHere(
  settings: Record<string, string>,
  words: readonly string[],
  input = "",
  overrides: Partial<Terminal> = {},
): Promise<Ran> {
  const output = { out: "", err: "" };
  const code = await runProgram(words, {
    installation,
    environment: settings,
    out: (text) => {
      output.out += text;
    },
    err: (text) => {
      output.err += text;
    },
    input: async () => input,
    // No progress output on slow machines, unless a test asks for it.
    pace: { after: Infinity, every: Infinity },
    ...overrides,
  });
  return { code, ...output };
}

/** The `--json` output of a successful command. */
export async function roostJson(
  settings: Record<string, string>,
  words: readonly string[],
): Promise<Record<string, unknown>> {
  const ran = await roostHere(settings, [...words, "--json"]);
  if (ran.code !== 0 || ran.err !== "") throw new Error(`roost ${words.join(" ")} ended with ${ran.code}: ${ran.err}`);
  return JSON.parse(ran.out);
}
