import { text } from "node:stream/consumers";
import type { Installation } from "../installation.ts";

/** When progress is shown: milliseconds before anything is, and between two lines of a log. */
export interface Pace {
  readonly after: number;
  readonly every: number;
}

/** What a command works with: the installation, the environment and the three streams. */
export interface Terminal {
  readonly installation: Installation;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For the result and nothing else. */
  out(text: string): void;
  /** For what went wrong, and for the log of ROOST_LOG_LEVEL=debug. */
  err(text: string): void;
  /** Everything that comes in, to its end. */
  input(): Promise<string>;
  /** A person's keyboard and screen; absent when the input comes from a file or a pipe. */
  readonly screen?: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  /** Standard error where a person sees it; absent when it goes to a file or a pipe. */
  readonly errorScreen?: NodeJS.WritableStream;
  /** When progress is shown: after two seconds, and every five in a log, unless a test says otherwise. */
  readonly pace?: Pace;
}

/** The result of a command: for people, and for programs. */
export interface CommandOutput {
  /** Lines without the last line break. */
  readonly text: string;
  readonly json: unknown;
}

/** Prints a result, for people or for programs, in the form that was asked for. */
export function print(terminal: Terminal, options: { readonly json?: boolean }, answer: CommandOutput): void {
  terminal.out(`${options.json ? JSON.stringify(answer.json, undefined, 2) : answer.text}\n`);
}

/** The terminal of this process. */
export function processTerminal(installation: Installation): Terminal {
  // A reader of only the beginning (`… | head`) closes the pipe: no failure.
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
