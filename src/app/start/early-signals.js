// @ts-check
// In JavaScript and without imports: it comes before all else is loaded, which takes half a second.

/** What asks a process to end. SIGHUP: the terminal that it was started from has been closed. */
export const endSignals = /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]);

/** Until `EndSignals` takes over, there is nothing to finish. Process 1 of a container would not hear of a signal that nobody listens to. */
export function endAtOnceOnSignals() {
  for (const name of endSignals) process.on(name, () => process.exit(0));
}
