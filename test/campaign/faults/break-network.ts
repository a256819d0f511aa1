import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Breaks the network of the replica for a while: to those who read there, to the primary that it follows, or both. */
export const breakNetwork: Fault = async ({ networks }, { random, lasts }) => {
  const which = random.below(3);
  const broken = networks.filter((_, index) => which === 2 || which === index);
  const how = random.below(2) === 0 ? "silent" : "refusing";
  for (const network of broken) network.become(how);
  await wait(lasts);
  for (const network of broken) network.become("open");
  return 1;
};
