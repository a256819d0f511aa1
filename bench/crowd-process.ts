import { setTimeout as wait } from "node:timers/promises";
import Type from "typebox";
import { Value } from "typebox/value";
import { ownOrder } from "./child.ts";
import { CrowdOrder, type CrowdResult } from "./messages.ts";

/** Asks for long answers, one after the other on each of several connections, in a process of its own. */

ownOrder(Type.Object({}));
process.on("message", (message) => {
  void crowd(Value.Parse(CrowdOrder, message)).then((result) => process.send?.(result));
});

async function crowd({ url, token, paths, seconds }: CrowdOrder): Promise<CrowdResult> {
  const end = new AbortController();
  const taken: number[][] = paths.map(() => []);
  const loops = paths.map(async (path, place) => {
    while (!end.signal.aborted) {
      const start = performance.now();
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 300)}`);
      taken[place]?.push(performance.now() - start);
    }
  });
  await Promise.race([wait(seconds * 1000), Promise.all(loops)]);
  end.abort();
  // Nothing of this round is left for the next one.
  await Promise.all(loops);
  return { taken };
}
