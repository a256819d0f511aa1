import { Agent, request } from "node:http";
import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import Type from "typebox";
import { Value } from "typebox/value";
import { ownOrder } from "./child.ts";
import { LongRequestsOrder, type LongRequestsResult } from "./messages.ts";

/**
 * Requests long responses sequentially on several connections, in its own process, and discards them. A real client runs on another
 * machine, so this one runs at the lowest priority.
 */
setPriority(19);

ownOrder(Type.Object({}));
const agent = new Agent({ keepAlive: true });
process.on("message", (message) => {
  void load(Value.Parse(LongRequestsOrder, message)).then((result) => process.send?.(result));
});

async function load({ url, token, paths, seconds }: LongRequestsOrder): Promise<LongRequestsResult> {
  const end = new AbortController();
  const taken: number[][] = paths.map(() => []);
  const loops = paths.map(async (path, index) => {
    while (!end.signal.aborted) {
      const start = performance.now();
      await readAway(url + path, token);
      taken[index]?.push(performance.now() - start);
    }
  });
  await Promise.race([wait(seconds * 1000), Promise.all(loops)]);
  end.abort();
  // No request of this round continues in the next one.
  await Promise.all(loops);
  return { taken };
}

function readAway(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} returned ${response.statusCode}`));
      });
    })
      .on("error", reject)
      .end();
  });
}
