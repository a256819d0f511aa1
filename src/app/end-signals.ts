import { endSignals } from "./early-signals.js";
import { onParentGone } from "./parent-gone.ts";

/**
 * Listens for what asks this process to end, from its first moment on: as process 1 of a container it would not even be killed by a signal
 * that nobody listens to. The end of the shell of `npm start` or `npm run roost` counts as one, but never as a second.
 */
export class EndSignals {
  #act: () => void;
  #isAsked = false;
  readonly #second: (why: string) => void;

  /**
   * @param first called once
   * @param second called for a second signal
   */
  constructor(environment: NodeJS.ProcessEnv, first: () => void, second: (why: string) => void) {
    this.#act = first;
    this.#second = second;
    for (const name of endSignals) process.removeAllListeners(name).on(name, () => this.#signal(name));
    onParentGone(environment, () => this.#ask());
  }

  /** Whether the process was asked to end. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** What the first signal does from now on; at once where it has come already. */
  thenOn(act: () => void): void {
    this.#act = act;
    if (this.#isAsked) act();
  }

  #signal(name: (typeof endSignals)[number]): void {
    // What is written to a closed terminal fails, and is to break off nothing.
    if (name === "SIGHUP") for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    if (this.#isAsked) this.#second("a second signal");
    else this.#ask();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#act();
  }
}
