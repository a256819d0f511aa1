import { setTimeout as wait } from "node:timers/promises";

/** Polls until the condition holds, with growing pauses, because the API is rate-limited. Fails after 200 attempts, about 100 seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await isSo()); looks++) {
    if (looks === 200) throw new Error("It did not come to be so in a hundred seconds.");
    await wait(Math.min(20 + 20 * looks, 500));
  }
}
