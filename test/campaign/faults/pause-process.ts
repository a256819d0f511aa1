import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Stops the clock of one process for a while: it holds what it holds, and goes on as if nothing had happened. */
export const pauseProcess: Fault = async ({ services, worker }, { random, lasts }) => {
  const paused = random.pick([...services, worker].filter(({ isUp }) => isUp));
  if (!paused) return 0;
  paused.signal("SIGSTOP");
  await wait(2 * lasts);
  paused.signal("SIGCONT");
  return 1;
};
