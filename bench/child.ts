import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { BenchError } from "./bench.ts";

/** A child process. It ends with this one, even after a crash. */
export class Child implements AsyncDisposable {
  private readonly process: ChildProcess;
  private readonly name: string;

  /**
   * @param module a file in this directory
   * @param order its parameters
   * @param profile a directory for its CPU profile
   */
  constructor(module: string, order: unknown, profile?: string) {
    this.name = module;
    this.process = fork(fileURLToPath(new URL(module, import.meta.url)), [JSON.stringify(order)], {
      execArgv: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  /** Waits for its next message. */
  async hear<S extends TSchema>(form: S): Promise<Static<S>> {
    const gone = new AbortController();
    const left = once(this.process, "exit", { signal: gone.signal }).then(([code]) => {
      throw new BenchError(`The process ${this.name} exited unexpectedly (${code}).`);
    });
    try {
      const [message] = await Promise.race([once(this.process, "message", { signal: gone.signal }), left]);
      return Value.Parse(form, message);
    } finally {
      left.catch(() => {});
      gone.abort();
    }
  }

  /** Sends a message and waits for the reply. */
  ask<S extends TSchema>(question: object, form: S): Promise<Static<S>> {
    this.process.send(question);
    return this.hear(form);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, "exit");
    this.process.disconnect();
    await exited;
  }
}

/** This child process's parameters. */
export function ownOrder<S extends TSchema>(form: S): Static<S> {
  process.on("disconnect", () => process.exit(0));
  return Value.Parse(form, JSON.parse(process.argv[2] ?? ""));
}
