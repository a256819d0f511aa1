import { setTimeout as wait } from "node:timers/promises";
import { kill } from "../../crash/processes.ts";
import type { RunningService } from "../../harness/running-service.ts";

/** Milliseconds until a process whose start was refused is started again, as a unit's `RestartSec` has it. */
const betweenStarts = 500;

/** A process of Roost that is started again whenever it has ended, as a service manager does it. */
export class Supervised {
  readonly name: string;
  /** Ends that nobody asked for. */
  readonly problems: string[] = [];
  /** Starts that came to nothing, because the database was away. */
  refusedStarts = 0;
  #process: RunningService | undefined;
  #isUp = false;
  #downFor = 0;
  #wasKilled = false;
  #ending = false;
  #life: Promise<void> = Promise.resolve();
  readonly #make: () => RunningService;
  readonly #ready: (process: RunningService) => Promise<unknown>;

  constructor(name: string, make: () => RunningService, ready: (process: RunningService) => Promise<unknown>) {
    this.name = name;
    this.#make = make;
    this.#ready = ready;
    process.once("exit", () => this.#process?.lives && kill(this.pid));
  }

  /** It works, as far as its start has told. */
  get isUp(): boolean {
    return this.#isUp;
  }

  get pid(): number {
    return this.#process?.process.pid ?? 0;
  }

  /** Starts it and keeps it running. */
  start(): void {
    this.#life = this.#keepRunning();
  }

  /** Kill -9. @param downFor milliseconds until it is started again */
  kill(downFor: number): void {
    [this.#wasKilled, this.#isUp, this.#downFor] = [true, false, downFor];
    kill(this.pid);
  }

  signal(name: "SIGSTOP" | "SIGCONT"): void {
    if (this.#process?.lives) process.kill(this.pid, name);
  }

  /** Ends it in order. */
  async end(): Promise<void> {
    this.#ending = true;
    const running = this.#process;
    if (running?.lives) {
      const end = await running.signal("SIGTERM");
      if (end.code !== 0)
        this.problems.push(
          `${this.name} did not end in order: ${JSON.stringify(end)} ${running.complaints.join(" ").slice(-800)}`,
        );
    }
    await this.#life;
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
          `${this.name} ended by itself (${code ?? signal}): ${running.complaints.join(" ").slice(-800)}`,
        );
      await wait(this.#wasKilled ? this.#downFor : betweenStarts);
    }
  }
}
