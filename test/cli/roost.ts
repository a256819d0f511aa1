import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { installation } from "../../src/app/start/installation.ts";
import { runProgram } from "../../src/interfaces/cli/program.ts";
import type { Terminal } from "../../src/interfaces/cli/terminal/terminal.ts";
import { compileCache } from "../harness/compile-cache.ts";
import { movedClock } from "../harness/moved-clock.ts";

const main = join(import.meta.dirname, "..", "..", "bin", "roost.js");

/** What a command did. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in a process of its own, with these settings and no others. */
export async function roost(settings: Record<string, string>, words: readonly string[], input = ""): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      ...movedClock(),
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

/** Runs the command line in this process: for the many things of which one has shown that the process does them too. */
export async function roostHere(
  settings: Record<string, string>,
  words: readonly string[],
  input = "",
  besides: Partial<Terminal> = {},
): Promise<Ran> {
  const said = { out: "", err: "" };
  const code = await runProgram(words, {
    installation,
    environment: settings,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    input: async () => input,
    // However slow the machine is, progress is shown only where a test asks for it.
    pace: { after: Infinity, every: Infinity },
    ...besides,
  });
  return { code, ...said };
}

/** What a command that succeeded printed with `--json`. */
export async function roostJson(
  settings: Record<string, string>,
  words: readonly string[],
): Promise<Record<string, unknown>> {
  const ran = await roostHere(settings, [...words, "--json"]);
  if (ran.code !== 0 || ran.err !== "") throw new Error(`roost ${words.join(" ")} ended with ${ran.code}: ${ran.err}`);
  return JSON.parse(ran.out);
}
