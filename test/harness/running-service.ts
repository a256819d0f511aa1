import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { bundled } from "./bundled.ts";
import { compileCache } from "./compile-cache.ts";
import { movedClock } from "./moved-clock.ts";
import { until } from "./until.ts";

const root = join(import.meta.dirname, "..", "..");
const direct = [process.execPath, join(root, "bin", "start.js")];

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A process's exit. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The real service in its own process, started by Node or by `npm start`. The caller ends it. */
export class RunningService {
  readonly process: ChildProcess;
  readonly ended: Promise<End>;
  /** Its output so far. */
  out = "";
  err = "";

  constructor(environment: Record<string, string>, user?: User, [program = "", ...words] = direct) {
    const { PATH = "", TMPDIR = "/tmp" } = process.env;
    this.process = spawn(program, words, {
      cwd: root,
      ...user,
      // The compile cache saves time over many starts.
      env: { ...movedClock(), ...bundled(), PATH, TMPDIR, NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.out += text;
    });
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.err += text;
    });
    // "close" follows "exit" once all output has been read.
    this.ended = once(this.process, "close").then(([code, signal]) => ({ code, signal }));
  }

  get lives(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Waits for the welcome text, the last step of a start. */
  async ready(): Promise<this> {
    await until(() => this.out.includes("Roost is ready") || !this.lives);
    if (!this.lives) {
      await this.ended;
      throw new Error(`the service ended instead of starting: ${this.err}`);
    }
    return this;
  }

  signal(name: NodeJS.Signals): Promise<End> {
    this.process.kill(name);
    return this.ended;
  }

  /** The lines on standard error for the operator, without the JSON log. */
  get complaints(): string[] {
    return this.err.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  }
}

const tried = new Set<number>();

/** A free port below the system's ephemeral range. */
export async function aPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (tried.has(port)) continue;
    tried.add(port);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "::", () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
