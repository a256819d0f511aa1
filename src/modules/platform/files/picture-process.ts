import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RequestError } from "../../../kernel/errors.ts";
import { childEnvironment, ownGroup } from "./child-environment.ts";

/** Idle time before the process exits. Pictures come in groups, and starting a process takes some tenths of a second. */
const defaultIdleMs = 10_000;

/** Time limit for decoding: several times the largest picture's time on an idle machine. */
const defaultMaxOpenMs = 20_000;

/** Decoding timed out. The machine may be busy, so the picture itself may be fine. */
export class PictureTimeout extends RequestError {
  constructor() {
    super("unavailable", "The picture took too long to open. Try again later, or send a smaller one.");
    this.name = "PictureTimeout";
  }
}

/**
 * Decodes pictures one at a time in a child process, which starts with the first and exits soon after the last. This frees the memory
 * that decoding takes, and a picture that crashes the process does not crash the service.
 */
export class PictureProcess {
  private readonly idleMs: number;
  private readonly maxOpenMs: number;
  private running: ChildProcess | undefined;
  private ending: NodeJS.Timeout | undefined;

  constructor(idleMs = defaultIdleMs, maxOpenMs = defaultMaxOpenMs) {
    this.idleMs = idleMs;
    this.maxOpenMs = maxOpenMs;
  }

  /** The process's id while it runs. */
  get id(): number | undefined {
    return this.running?.pid;
  }

  /**
   * Sends a path to the process (`measure-process.ts`) and returns its answer. Call it for one picture at a time.
   * @throws Error if the process crashes
   * @throws PictureTimeout if it takes too long; the process is then killed
   */
  async ask(path: string): Promise<unknown> {
    clearTimeout(this.ending);
    this.running ??= this.start();
    const child = this.running;
    const done = new AbortController();
    // Only a working child keeps our process alive.
    child.ref();
    child.channel?.ref();
    try {
      child.send(path);
      const answered = once(child, "message", { signal: done.signal });
      const exited = once(child, "exit", { signal: done.signal }).then(([code, signal]) => {
        throw new Error(`The picture process exited unexpectedly (${signal ?? code}).`);
      });
      const [answer] = await Promise.race([answered, exited, this.timeout(child, done.signal)]);
      return answer;
    } finally {
      done.abort();
      child.unref();
      child.channel?.unref();
      this.ending = setTimeout(() => this.end(), this.idleMs).unref();
    }
  }

  /** The library checks its own time limit only between parts of a picture, and an interlaced picture is a single part. */
  private async timeout(child: ChildProcess, signal: AbortSignal): Promise<never> {
    await wait(this.maxOpenMs, undefined, { signal });
    child.kill("SIGKILL");
    if (this.running === child) this.running = undefined;
    throw new PictureTimeout();
  }

  private start(): ChildProcess {
    const child = fork(join(import.meta.dirname, "measure-process.ts"), [], {
      ...ownGroup,
      execArgv: [],
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const gone = (): void => {
      if (this.running === child) this.running = undefined;
    };
    // A process that fails to start emits `error` and never `exit`.
    child.on("exit", gone).on("error", gone);
    return child;
  }

  private end(): void {
    this.running?.disconnect();
    this.running = undefined;
  }
}
