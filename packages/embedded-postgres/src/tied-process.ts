import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { codeOf } from "./embedded-postgres-error.ts";
import { bareEnvironment, type Owner } from "./owner.ts";

/** How a process came to its end; `failure` when it never began. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  failure?: Error;
}

/** A process of PostgreSQL's that does not outlive ours, however ours ends. */
export interface TiedProcess {
  ended: Promise<ProcessEnd>;
  /** Sends a signal; nothing when the process has ended. */
  signal(name: NodeJS.Signals): void;
}

export interface TiedProcessOptions {
  owner: Owner | undefined;
  /** The working directory, entered before the rights of the owner are taken. */
  cwd: string;
  /** Where its output goes, a file descriptor. */
  output: number;
  /** What it gets when our process is gone: INT is PostgreSQL's fast shutdown; KILL goes to its children as well. */
  atOurDeath: "INT" | "KILL";
}

/**
 * The watchdog. The shell leaves a child behind that waits on a pipe of which only Node holds the other end, and then
 * becomes the program, so that the program's id is the one Node knows. When Node is gone, even by kill -9, the pipe
 * ends and the child signals the program; when the program ended first, Node writes a line and the child just ends.
 * The child is a grandchild, because PostgreSQL would wonder about a child that it did not start.
 * Where `setpriv` exists the kernel does the same a second time, should the watchdog have been killed too.
 */
const watchdog = `
  death=$1; whom=$2$$; shift 2
  ( ( trap '' HUP INT TERM; read -r line <&3 || kill -s "$death" -- "$whom" ) </dev/null >/dev/null 2>&1 & )
  exec 3<&-
  if setpriv --pdeathsig "$death" -- true 2>/dev/null; then exec setpriv --pdeathsig "$death" -- "$@"; fi
  exec "$@"`;

/**
 * Starts a program with its parameters, in a session of its own, so that Ctrl-C in the terminal reaches Node alone,
 * which first lets its work drain. Windows ties children by itself (libuv's job object), and needs no watchdog.
 */
export function startTied(program: string, parameters: string[], options: TiedProcessOptions): TiedProcess {
  const windows = process.platform === "win32";
  const group = options.atOurDeath === "KILL" && !windows;
  const shell = ["-c", watchdog, "roost-watchdog", options.atOurDeath, group ? "-" : "", program, ...parameters];
  const child = spawn(windows ? program : "/bin/sh", windows ? parameters : shell, {
    ...options.owner,
    cwd: options.cwd,
    env: bareEnvironment(),
    detached: !windows,
    windowsHide: true,
    stdio: ["ignore", options.output, options.output, windows ? "ignore" : "pipe"],
  });
  const pipe = child.stdio[3];
  if (pipe instanceof Socket) {
    pipe.unref();
    pipe.on("error", () => {
      // The watchdog has been killed by somebody: then there is nothing left to tell it.
    });
  }
  const { promise: ended, resolve } = Promise.withResolvers<ProcessEnd>();
  child.once("error", (failure) => resolve({ code: null, signal: null, failure }));
  child.once("exit", (code, signal) => {
    if (pipe instanceof Socket) pipe.end("ended\n");
    resolve({ code, signal });
  });
  return {
    ended,
    signal(name) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      try {
        process.kill(group ? -child.pid : child.pid, name);
      } catch (error) {
        // It has just ended, and Node has not told us yet.
        if (codeOf(error) !== "ESRCH") throw error;
      }
    },
  };
}

/** The end of a process in words: "it ended with code 1". */
export function describeEnd({ code, signal, failure }: ProcessEnd): string {
  if (failure) return `it could not be started: ${failure.message}`;
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
}
