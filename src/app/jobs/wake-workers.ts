import type { Worker, WorkerEvents } from "graphile-worker";

/** The interval between polls for jobs that become due. The database notifies the runner of jobs queued for now. */
const pollMs = 2_000;

/** Each slot's own poll interval: long, because the slot is woken. */
export const idlePollMs = 600_000;

/**
 * Polls with one of the runner's slots instead of all of them; a slot that finds a job wakes the next one. The library's local queue does the
 * same, but ends the process when its connection breaks while it returns jobs.
 * @returns stops polling
 */
export function wakeWorkers(events: WorkerEvents): () => void {
  const workers = new Set<Worker>();
  // The first idle worker starts polling: one is enough.
  const wakeOne = (): void => void [...workers].some((worker) => worker.nudge());
  events.on("worker:create", ({ worker }) => workers.add(worker));
  events.on("worker:release", ({ worker }) => workers.delete(worker));
  events.on("job:start", wakeOne);
  const timer = setInterval(wakeOne, pollMs);
  return () => clearInterval(timer);
}
