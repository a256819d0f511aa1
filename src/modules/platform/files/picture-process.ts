import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RequestError } from "../../../kernel/errors.ts";
import { childEnvironment, ownGroup } from "./child-environment.ts";

/** Milliseconds that a process waits for the next picture: pictures come together, and to start one takes some tenths of a second. */
const usualPause = 10_000;

/** Milliseconds that a picture may take to be opened: several times what the largest one takes on a machine with time for it. */
const usualMaxOpenMs = 20_000;

/** A picture was given up while it was opened. That may be because of the others on this machine, so it says nothing against the picture. */
export class PictureTimeout extends RequestError {
  constructor() {
    super("unavailable", "The picture took too long to open. Try again later, or send a smaller one.");
    this.name = "PictureTimeout";
  }
}

/**
 * A process that opens pictures, one at a time: it starts with the first, and ends soon after the last, with all memory that opening them
 * has taken, which would stay with ours for good. A picture that ends it does not end the service.
 */
export class PictureProcess {
  private readonly pause: number;
  private readonly maxOpenMs: number;
  private running: ChildProcess | undefined;
  private ending: NodeJS.Timeout | undefined;

  /** @param pause milliseconds without a picture after which the process ends */
  constructor(pause = usualPause, maxOpenMs = usualMaxOpenMs) {
    this.pause = pause;
    this.maxOpenMs = maxOpenMs;
  }

  /** The id of the process while there is one. */
  get id(): number | undefined {
    return this.running?.pid;
  }

  /**
   * What the process (`measure-process.ts`) answers to a path; to be called for one picture after the other.
   * @throws Error when the process ended over it
   * @throws PictureTimeout when it took too long, which ends the process
   */
  async ask(path: string): Promise<unknown> {
    clearTimeout(this.ending);
    this.running ??= this.start();
    const child = this.running;
    const asked = new AbortController();
    // Only while it has work does it keep ours from ending.
    child.ref();
    child.channel?.ref();
    try {
      child.send(path);
      const answered = once(child, "message", { signal: asked.signal });
      const ended = once(child, "exit", { signal: asked.signal }).then(([code, signal]) => {
        throw new Error(`The process that opens pictures ended by itself (${signal ?? code}).`);
      });
      const [answer] = await Promise.race([answered, ended, this.timeout(child, asked.signal)]);
      return answer;
    } finally {
      asked.abort();
      child.unref();
      child.channel?.unref();
      this.ending = setTimeout(() => this.end(), this.pause).unref();
    }
  }

  /** The library would look at a time limit between two parts of a picture only, and an interlaced one is a single part. */
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
    // One that could not be started reports an error and never exits.
    child.on("exit", gone).on("error", gone);
    return child;
  }

  private end(): void {
    this.running?.disconnect();
    this.running = undefined;
  }
}
