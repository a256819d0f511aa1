import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import Type from "typebox";
import { Value } from "typebox/value";
import { formatDay } from "../src/core/day.ts";
import { ownOrder } from "./child.ts";
import { LoadOrder, type LoadResult } from "./messages.ts";

/** Generates load with autocannon in its own process: one result per order. */

ownOrder(Type.Object({}));
process.on("message", (message) => {
  void fire(Value.Parse(LoadOrder, message)).then((result) => process.send?.(result));
});

async function fire(order: LoadOrder): Promise<LoadResult> {
  const expected = order.requests.kind === "bookings" ? 201 : 200;
  const latencies: number[] = [];
  const failures = new Map<string, number>();
  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  const { duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url: order.url,
      connections: order.connections,
      duration: order.seconds,
      sampleInt: 100,
      headers: { authorization: `Bearer ${order.token}`, "content-type": "application/vnd.api+json" },
      requests: requestsOf(order.requests),
    };
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    run.on("response", (_client, status, _bytes, milliseconds) => {
      if (status === expected) latencies.push(milliseconds);
      else fail(String(status));
    });
    run.on("reqError", (error: unknown) => fail(error instanceof Error ? error.message : "broken connection"));
  });
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return {
    answers: latencies.length,
    perSecond: latencies.length / duration,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures: [...failures.values()].reduce((sum, times) => sum + times, 0),
    failed: [...failures].map(([what, times]) => `${what} × ${times}`).join(", "),
  };
}

function requestsOf(requests: LoadOrder["requests"]): autocannon.Request[] {
  if (requests.kind === "reads") return requests.paths.map((path) => ({ method: "GET" as const, path }));
  if (requests.kind === "calls") {
    const { path, session, body } = requests;
    return [{ method: "POST", path, body, headers: { "content-type": "application/json", "mcp-session-id": session } }];
  }
  return [
    {
      method: "POST",
      setupRequest: (request) => ({
        ...request,
        ...nextBooking(requests.rentals),
        ...(requests.keys ? { headers: { ...request.headers, "idempotency-key": randomUUID() } } : {}),
      }),
    },
  ];
}

/** The first night on sale, in 2038, long after the fixture's bookings. */
const firstNight = 25_000;
let sold = 0;

/** A booking of a night that this process has not used in any round. */
function nextBooking(rentals: readonly number[]): { path: string; body: string } {
  const number = sold++;
  const night = firstNight + Math.floor(number / rentals.length);
  const booking = {
    start_at: formatDay(night),
    end_at: formatDay(night + 1),
    adults: 2,
    children: 1,
    initial_price: "120.00",
    discount: "10%",
    notes: "Arrives late, after the last ferry.",
  };
  return {
    path: `/api/v3/rentals/${rentals[number % rentals.length]}/bookings`,
    body: JSON.stringify({ bookings: [booking] }),
  };
}
