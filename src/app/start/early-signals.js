// @ts-check
// JavaScript without imports, because it must run before everything else is loaded, which takes half a second.

/** Signals that stop the process. SIGHUP means that its terminal was closed. */
export const endSignals = /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]);

/** Exits immediately on a signal, until `EndSignals` takes over. Process 1 of a container ignores signals without a listener. */
export function endAtOnceOnSignals() {
  for (const name of endSignals) process.on(name, () => process.exit(0));
}
