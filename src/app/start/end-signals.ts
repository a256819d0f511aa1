import { endSignals } from "./early-signals.js";
import { onParentGone } from "./parent-gone.ts";

/**
 * Signals within this time count as one: a terminal sends Ctrl-C to the whole foreground group, and npm forwards its own copy.
 */
const sameSignalMs = 1_000;

/**
 * Handles stop signals. The end of the shell of `npm start` or `npm run roost` counts as a first signal, but never as a second.
 */
export class EndSignals {
  #act: () => void;
  /** The first signal's time, by the monotonic clock. */
  #signaledAt: number | undefined;
  readonly #second: (why: string) => void;

  /**
   * @param first called once
   * @param second called for another signal at least a second later
   */
  constructor(environment: NodeJS.ProcessEnv, first: () => void, second: (why: string) => void) {
    this.#act = first;
    this.#second = second;
    for (const name of endSignals) process.removeAllListeners(name).on(name, () => this.#signal(name));
    onParentGone(environment, () => this.#stop());
  }

  /** Whether a stop signal arrived. */
  get isSignaled(): boolean {
    return this.#signaledAt !== undefined;
  }

  /** Replaces the first signal's action. Calls it immediately if that signal has already arrived. */
  setAction(act: () => void): void {
    this.#act = act;
    if (this.isSignaled) act();
  }

  #signal(name: (typeof endSignals)[number]): void {
    // Writes to the closed terminal fail, which must not interrupt the shutdown.
    if (name === "SIGHUP") for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    if (this.#signaledAt === undefined) this.#stop();
    else if (performance.now() - this.#signaledAt > sameSignalMs) this.#second("second signal");
  }

  #stop(): void {
    if (this.isSignaled) return;
    this.#signaledAt = performance.now();
    this.#act();
  }
}
