import { Agent, request } from "node:http";
import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import Type from "typebox";
import { Value } from "typebox/value";
import { ownOrder } from "./child.ts";
import { LongRequestsOrder, type LongRequestsResult } from "./messages.ts";

/**
 * Asks for long answers, one after the other on each of several connections, in a process of its own, and throws them away: what a
 * client does with forty megabytes is not the service's. It is another machine's work too: here it only takes what processor time the
 * service, the database and the browser leave.
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
  // Nothing of this round is left for the next one.
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
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      });
    })
      .on("error", reject)
      .end();
  });
}
