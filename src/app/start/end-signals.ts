import { endSignals } from "./early-signals.js";
import { onParentGone } from "./parent-gone.ts";

/**
 * Milliseconds in which further signals are the first one: a terminal sends Ctrl-C to the whole foreground group, and npm passes its own
 * copy on.
 */
const sameSignalMs = 1_000;

/**
 * Listens for what asks this process to end, from its first moment on: as process 1 of a container it would not even be killed by a signal
 * that nobody listens to. The end of the shell of `npm start` or `npm run roost` counts as one, but never as a second.
 */
export class EndSignals {
  #act: () => void;
  /** When the first signal came, by the monotonic clock. */
  #askedAt: number | undefined;
  readonly #second: (why: string) => void;

  /**
   * @param first called once
   * @param second called for a second signal, which comes a second after the first or later
   */
  constructor(environment: NodeJS.ProcessEnv, first: () => void, second: (why: string) => void) {
    this.#act = first;
    this.#second = second;
    for (const name of endSignals) process.removeAllListeners(name).on(name, () => this.#signal(name));
    onParentGone(environment, () => this.#ask());
  }

  /** Whether the process was asked to end. */
  get isAsked(): boolean {
    return this.#askedAt !== undefined;
  }

  /** What the first signal does from now on; at once where it has come already. */
  thenOn(act: () => void): void {
    this.#act = act;
    if (this.isAsked) act();
  }

  #signal(name: (typeof endSignals)[number]): void {
    // What is written to a closed terminal fails, and is to break off nothing.
    if (name === "SIGHUP") for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    if (this.#askedAt === undefined) this.#ask();
    else if (performance.now() - this.#askedAt > sameSignalMs) this.#second("a second signal");
  }

  #ask(): void {
    if (this.isAsked) return;
    this.#askedAt = performance.now();
    this.#act();
  }
}
