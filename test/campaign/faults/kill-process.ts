import type { Fault } from "./fault.ts";

/** Kill -9 of one of the processes that serve. */
export const killService: Fault = async ({ services }, { random, lasts }) => {
  const service = random.pick(services.filter(({ isUp }) => isUp));
  service?.kill(lasts);
  return service ? 1 : 0;
};

/** Kill -9 of the worker. */
export const killWorker: Fault = async ({ worker }, { lasts }) => {
  if (!worker.isUp) return 0;
  worker.kill(lasts);
  return 1;
};
