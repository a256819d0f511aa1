import { setTimeout as wait } from "node:timers/promises";

/** Polls until the condition holds, with growing pauses, because the API is rate-limited. Fails after 200 attempts, about 100 seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempts = 0; !(await isSo()); attempts++) {
    if (attempts === 200) throw new Error("the condition did not hold within about 100 seconds");
    await wait(Math.min(20 + 20 * attempts, 500));
  }
}
