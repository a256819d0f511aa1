import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Pauses a process with SIGSTOP: it keeps its locks and later continues. */
export const pauseProcess: Fault = async ({ services, worker }, { random, lasts }) => {
  const paused = random.pick([...services, worker].filter(({ isUp }) => isUp));
  if (!paused) return 0;
  paused.signal("SIGSTOP");
  await wait(2 * lasts);
  paused.signal("SIGCONT");
  return 1;
};
