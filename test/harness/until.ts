import { setTimeout as wait } from "node:timers/promises";

/** Looks again until it is so, ever more rarely: what it looks at may be limited, as the API is. Fails after two hundred looks, some 100 seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await isSo()); looks++) {
    if (looks === 200) throw new Error("It did not come to be so in a hundred seconds.");
    await wait(Math.min(20 + 20 * looks, 500));
  }
}
