import type { Worker, WorkerEvents } from "graphile-worker";

/** Milliseconds between two looks for a job whose time has come; what is queued for now is told to the runner at once. */
const pause = 2_000;

/** What each place of a runner waits between two looks of its own, milliseconds: it need not look, since it is woken. */
export const ownPause = 600_000;

/**
 * Lets one place of a runner look for all of them, and who finds a job wake the next one. Each place would look by itself otherwise,
 * every two seconds. The library's local queue does as much, and ends the process where its connection breaks while it gives jobs back.
 * @returns what ends it
 */
export function wakeWorkers(events: WorkerEvents): () => void {
  const workers = new Set<Worker>();
  // The first one that was idle has begun to look: that is enough.
  const wakeOne = (): void => void [...workers].some((worker) => worker.nudge());
  events.on("worker:create", ({ worker }) => workers.add(worker));
  events.on("worker:release", ({ worker }) => workers.delete(worker));
  events.on("job:start", wakeOne);
  const timer = setInterval(wakeOne, pause);
  return () => clearInterval(timer);
}
