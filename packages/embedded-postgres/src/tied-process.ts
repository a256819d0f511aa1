import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { codeOf } from "./embedded-postgres-error.ts";
import { bareEnvironment, type Owner } from "./owner.ts";

/** A process's exit; `failure` if it never started. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  failure?: Error;
}

/** A PostgreSQL process that ends with ours. */
export interface TiedProcess {
  ended: Promise<ProcessEnd>;
  /** Sends a signal; does nothing after the process has ended. */
  signal(name: NodeJS.Signals): void;
}

export interface TiedProcessOptions {
  owner: Owner | undefined;
  /** The working directory, entered before switching to the owner. */
  cwd: string;
  /** A file descriptor for its output. */
  output: number;
  /** The signal after our process is gone: INT is PostgreSQL's fast shutdown; KILL also goes to its children. */
  onParentExit: "INT" | "KILL";
}

/**
 * The watchdog shell leaves a grandchild that waits on a pipe from Node, then becomes the program, whose pid Node knows.
 * When Node dies, even by kill -9, the pipe closes and the grandchild signals the program. When the program ends first,
 * Node writes a line and the grandchild exits. It is a grandchild because PostgreSQL must not see an unknown child.
 * `setpriv`, if present, adds the same protection in the kernel, in case the watchdog is killed too.
 */
const watchdog = `
  death=$1; whom=$2$$; shift 2
  ( ( trap '' HUP INT TERM; read -r line <&3 || kill -s "$death" -- "$whom" ) </dev/null >/dev/null 2>&1 & )
  exec 3<&-
  if setpriv --pdeathsig "$death" -- true 2>/dev/null; then exec setpriv --pdeathsig "$death" -- "$@"; fi
  exec "$@"`;

/**
 * Starts a program in its own session, so that Ctrl-C reaches only Node, which finishes its work first.
 * Windows ties children by itself (libuv's job object) and needs no watchdog.
 */
export function startTied(program: string, parameters: string[], options: TiedProcessOptions): TiedProcess {
  const windows = process.platform === "win32";
  const group = options.onParentExit === "KILL" && !windows;
  const shell = ["-c", watchdog, "roost-watchdog", options.onParentExit, group ? "-" : "", program, ...parameters];
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
      // The watchdog was killed, so it needs no message.
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
        // It has just ended, and Node has not noticed yet.
        if (codeOf(error) !== "ESRCH") throw error;
      }
    },
  };
}

/** A process's end in words, such as "it ended with code 1". */
export function describeEnd({ code, signal, failure }: ProcessEnd): string {
  if (failure) return `it could not be started: ${failure.message}`;
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
}
