import type { Fault } from "./fault.ts";

/** Kills a random service process with SIGKILL. */
export const killService: Fault = async ({ services }, { random, lasts }) => {
  const service = random.pick(services.filter(({ isUp }) => isUp));
  service?.kill(lasts);
  return service ? 1 : 0;
};

/** Kills the worker with SIGKILL. */
export const killWorker: Fault = async ({ worker }, { lasts }) => {
  if (!worker.isUp) return 0;
  worker.kill(lasts);
  return 1;
};
