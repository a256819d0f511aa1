import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import Type from "typebox";
import { Value } from "typebox/value";
import { ownOrder } from "./child.ts";
import { ShortRequestsOrder, type ShortRequestsResult } from "./messages.ts";

/**
 * Sends small requests at a steady pace in its own process, without waiting for responses: a service that stalls for a second delays every
 * request of that second, not only one.
 */

ownOrder(Type.Object({}));
const agent = new Agent({ keepAlive: true });
process.on("message", (message) => {
  void visit(Value.Parse(ShortRequestsOrder, message)).then((result) => process.send?.(result));
});

async function visit({ url, token, path, seconds, pace }: ShortRequestsOrder): Promise<ShortRequestsResult> {
  const latencies: number[] = [];
  const failures: string[] = [];
  const answers: Promise<unknown>[] = [];
  const start = performance.now();
  const count = Math.ceil((seconds * 1000) / pace);
  for (let sent = 0; sent < count; sent++) {
    const early = start + sent * pace - performance.now();
    if (early > 0) await wait(early);
    answers.push(
      timeOf(url + path, token).then(
        (milliseconds) => latencies.push(milliseconds),
        (error: unknown) => failures.push(String(error)),
      ),
    );
  }
  await Promise.all(answers);
  return { latencies, failures };
}

/** Milliseconds from a request to its response's last byte. */
function timeOf(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = performance.now();
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - sent);
        else reject(new Error(`${url} returned ${response.statusCode}`));
      });
    })
      .on("error", reject)
      .end();
  });
}
