import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Breaks the network between standby and primary for a while. */
export const breakNetwork: Fault = async ({ network }, { random, lasts }) => {
  network.become(random.below(2) === 0 ? "silent" : "refusing");
  await wait(lasts);
  network.become("open");
  return 1;
};
