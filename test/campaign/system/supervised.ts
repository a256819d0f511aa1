import { setTimeout as wait } from "node:timers/promises";
import { kill } from "../../crash/processes.ts";
import type { RunningService } from "../../harness/running-service.ts";

/** Milliseconds before a restart after a failed start, like `RestartSec` of a systemd unit. */
const betweenStarts = 500;

/** A Roost process that is restarted whenever it ends, as by a service manager. */
export class Supervised {
  readonly name: string;
  /** Unexpected exits. */
  readonly problems: string[] = [];
  /** Starts that failed because the database was down. */
  refusedStarts = 0;
  #process: RunningService | undefined;
  #isUp = false;
  #downFor = 0;
  #wasKilled = false;
  #ending = false;
  #supervision: Promise<void> = Promise.resolve();
  readonly #make: () => RunningService;
  readonly #ready: (process: RunningService) => Promise<unknown>;

  constructor(name: string, make: () => RunningService, ready: (process: RunningService) => Promise<unknown>) {
    this.name = name;
    this.#make = make;
    this.#ready = ready;
    process.once("exit", () => this.#process?.lives && kill(this.pid));
  }

  /** Whether its last start succeeded and it still runs. */
  get isUp(): boolean {
    return this.#isUp;
  }

  get pid(): number {
    return this.#process?.process.pid ?? 0;
  }

  /** Starts it and keeps it running. */
  start(): void {
    this.#supervision = this.#keepRunning();
  }

  /** Sends SIGKILL. @param downFor milliseconds until the restart */
  kill(downFor: number): void {
    [this.#wasKilled, this.#isUp, this.#downFor] = [true, false, downFor];
    kill(this.pid);
  }

  signal(name: "SIGSTOP" | "SIGCONT"): void {
    if (this.#process?.lives) process.kill(this.pid, name);
  }

  /** Shuts it down gracefully. */
  async end(): Promise<void> {
    this.#ending = true;
    const running = this.#process;
    if (running?.lives) {
      const end = await running.signal("SIGTERM");
      if (end.code !== 0)
        this.problems.push(
          `${this.name} did not shut down gracefully: ${JSON.stringify(end)} ${running.complaints.join(" ").slice(-800)}`,
        );
    }
    await this.#supervision;
  }

  async #keepRunning(): Promise<void> {
    while (!this.#ending) {
      const running = this.#make();
      [this.#process, this.#wasKilled] = [running, false];
      const started = await this.#ready(running).then(
        () => running.lives,
        () => false,
      );
      this.#isUp = started;
      const { code, signal } = await running.ended;
      this.#isUp = false;
      if (this.#ending) return;
      if (!started) this.refusedStarts++;
      else if (!this.#wasKilled)
        this.problems.push(
          `${this.name} exited unexpectedly (${code ?? signal}): ${running.complaints.join(" ").slice(-800)}`,
        );
      await wait(this.#wasKilled ? this.#downFor : betweenStarts);
    }
  }
}
