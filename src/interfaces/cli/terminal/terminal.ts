import { text } from "node:stream/consumers";
import type { Installation } from "../installation.ts";

/** Delays of progress output in milliseconds: after the start, and between two lines of a log. */
export interface Pace {
  readonly after: number;
  readonly every: number;
}

/** A command's environment: the installation, the variables and the three streams. */
export interface Terminal {
  readonly installation: Installation;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints the result, and nothing else. */
  out(text: string): void;
  /** Prints errors, progress and the log of ROOST_LOG_LEVEL=debug. */
  err(text: string): void;
  /** Reads standard input to its end. */
  input(): Promise<string>;
  /** The interactive terminal; absent when input or output is a file or a pipe. */
  readonly screen?: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  /** Standard error, if it is a terminal. */
  readonly errorScreen?: NodeJS.WritableStream;
  /** Defaults to two seconds, then every five. */
  readonly pace?: Pace;
}

/** A command's result, as text and as JSON. */
export interface CommandOutput {
  /** Without the final line break. */
  readonly text: string;
  readonly json: unknown;
}

/** Prints a result as text, or as JSON with `--json`. */
export function print(terminal: Terminal, options: { readonly json?: boolean }, output: CommandOutput): void {
  terminal.out(`${options.json ? JSON.stringify(output.json, undefined, 2) : output.text}\n`);
}

/** This process's terminal. */
export function processTerminal(installation: Installation): Terminal {
  // A reader such as `head` may close the pipe early: not a failure.
  process.stdout.on("error", (error) => {
    if (!("code" in error) || error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  return {
    installation,
    environment: process.env,
    out: (line) => void process.stdout.write(line),
    err: (line) => void process.stderr.write(line),
    input: () => text(process.stdin),
    ...(process.stdin.isTTY && process.stdout.isTTY
      ? { screen: { input: process.stdin, output: process.stdout } }
      : {}),
    ...(process.stderr.isTTY ? { errorScreen: process.stderr } : {}),
  };
}
