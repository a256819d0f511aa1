import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Takes all the room of the database's disk, and gives it back. */
export const fillDisk: Fault = async ({ disk, primary }, { lasts, random }) => {
  if (!disk || !primary.isUp) return 0;
  // Sometimes a little is left, which the service is to notice; sometimes PostgreSQL has none for its log and ends.
  await disk.fill(random.below(2) * 12);
  await wait(lasts);
  await disk.free();
  return 1;
};
