import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Fills the database's disk, and frees it again. */
export const fillDisk: Fault = async ({ disk, primary }, { lasts, random }) => {
  if (!disk || !primary.isUp) return 0;
  // Either a little space is left, which the service must notice, or none, and PostgreSQL stops.
  await disk.fill(random.below(2) * 12);
  await wait(lasts);
  await disk.free();
  return 1;
};
