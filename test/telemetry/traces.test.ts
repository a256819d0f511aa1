import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assertProtocol, sampling, wantsTraces } from "../../src/app/telemetry/traces/trace-settings.ts";
import { addressOf } from "../../src/database/open.ts";
import { ApiClient, recordOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { until } from "../harness/until.ts";
import { aDatabaseUrl, aDirectory, aToken, plainSettings, Service } from "../start/service.ts";
import { aCollector, type Span } from "./collector.ts";
import { aReceiver } from "./receiver.ts";

/** A service on its own database, and a client. */
async function aPlace(more: Record<string, string>) {
  const DATABASE_URL = await aDatabaseUrl();
  const settings: Record<string, string> = { ...(await plainSettings()), DATABASE_URL, ...more };
  const service = await new Service(settings).ready();
  const { token } = await aToken(addressOf(DATABASE_URL));
  return { service, client: new ApiClient(`http://localhost:${settings.ROOST_HTTP_PORT}`, token) };
}

const [trace, unsampled, parent] = [
  "0af7651916cd43dd8448eb211c80319c",
  "1bf7651916cd43dd8448eb211c80319c",
  "b7ad6b7169203331",
];
const [server, client] = [2, 3];

test("traces a request, its statements, its job and its webhook from caller to receiver, and sends all before the end", async () => {
  const [collector, receiver] = [await aCollector(), await aReceiver()];
  const place = await aPlace({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=a-key",
    OTEL_SERVICE_NAME: "roost-of-this-test",
    // Longer than the test: spans arrive only at the end.
    OTEL_BSP_SCHEDULE_DELAY: "600000",
    ROOST_PRIVATE_FETCH: "127.0.0.1",
  });
  await created(place.client, "/webhook_endpoints", "webhook_endpoints", { url: `${receiver.url}/hooks` });
  const body = { rentals: [{ name: "The Hidden Mill" }] };
  const made = await place.client.post("/rentals", body, { traceparent: `00-${trace}-${parent}-01` });
  expect(made.status).toBe(201);
  expect((await place.client.get("/rentals", { traceparent: `00-${unsampled}-${parent}-00` })).status).toBe(200);
  // Some of them share a commit.
  const traces = Array.from({ length: 8 }, (_, index) => `${index + 2}bf7651916cd43dd8448eb211c80319c`);
  const { id } = recordOf(made, "rentals");
  const booked = traces.map((of, index) => {
    const nights = { start_at: `2090-03-0${index + 1}`, end_at: `2090-03-0${index + 2}` };
    const headers = { traceparent: `00-${of}-${parent}-01` };
    return place.client.post(`/rentals/${id}/bookings`, { bookings: [nights] }, headers);
  });
  expect((await Promise.all(booked)).map(({ status }) => status)).toEqual(traces.map(() => 201));
  await until(() => receiver.received.length > 0);
  expect(await place.service.signal("SIGTERM")).toEqual({ code: 0, signal: null });

  const named = (name: string, within?: Span): Span[] =>
    collector.spans.filter((span) => span.name === name && (!within || span.parentSpanId === within.spanId));
  const [request] = collector.spans.filter(({ traceId, kind }) => traceId === trace && kind === server);
  expect(request).toMatchObject({
    ...{ name: "POST /api/v3/rentals", parentSpanId: parent },
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/v3/rentals",
      "http.response.status_code": 201,
      "url.scheme": "http",
      "roost.request_id": made.headers.get("x-request-id"),
    },
  });
  expect(named("INSERT rentals", request)).toMatchObject([
    { traceId: trace, kind: client, attributes: { "db.system.name": "postgresql", "db.operation.name": "INSERT" } },
  ]);
  const inserts = named("INSERT bookings").map(({ traceId }) => traceId);
  expect(inserts.toSorted()).toEqual(traces);
  expect(collector.spans.filter(({ traceId }) => traceId === unsampled)).toEqual([]);
  const deliveries = named("webhook delivery").map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
  expect(deliveries).toContain(receiver.received[0]?.traceparent);
  const jobs = named("job deliver webhooks");
  expect(jobs.some((job) => named("webhook delivery", job).length > 0)).toBe(true);
  expect(collector.resources[0]).toMatchObject({ "service.name": "roost-of-this-test" });
  expect(collector.headers[0]).toMatchObject({ "x-api-key": "a-key", "content-type": "application/json" });
  expect(JSON.stringify(collector.spans)).not.toContain("Hidden Mill");
});

test("a collector that never responds delays no request, and the process's end by three seconds at most", async () => {
  const silent = createServer((socket) => {
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const place = await aPlace({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    // Longer than the test's timeout: only our own limit ends it.
    OTEL_EXPORTER_OTLP_TIMEOUT: "600000",
    OTEL_BSP_EXPORT_TIMEOUT: "600000",
    OTEL_BSP_SCHEDULE_DELAY: "10",
  });
  for (let count = 0; count < 20; count++) expect((await place.client.get("/rentals")).status).toBe(200);
  expect(await place.service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("loads no tracing or metrics library unless a setting enables it", async () => {
  const loadedWith = async (settings: Record<string, string>): Promise<string[]> => {
    const LOADED_MODULES = join(await aDirectory(), "modules");
    const NODE_OPTIONS = `--import ${join(import.meta.dirname, "loaded-modules.ts")}`;
    const place = await aPlace({ LOADED_MODULES, NODE_OPTIONS, ...settings });
    expect((await place.client.get("/rentals")).status).toBe(200);
    expect(await place.service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    const urls = (await readFile(LOADED_MODULES, "utf8")).split("\n");
    expect(urls.filter((url) => url.includes("/node_modules/fastify/"))).not.toEqual([]);
    const found = urls.flatMap((url) => /\/node_modules\/(@opentelemetry\/[^/]+)\//.exec(url)?.[1] ?? []);
    return [...new Set(found)].toSorted();
  };
  expect(await loadedWith({})).toEqual([]);
  const collector = await aCollector();
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ROOST_METRICS_TOKEN: "a-token-of-this-test" };
  expect(await loadedWith({ ...all, OTEL_SDK_DISABLED: "true" })).toEqual([
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-prometheus",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-metrics",
    "@opentelemetry/semantic-conventions",
  ]);
});

test("OpenTelemetry's variables control tracing and sampling, and unsupported values are refused in one sentence", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://localhost:4318";
  expect([
    wantsTraces({}),
    wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT }),
    wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "TRUE" }),
    wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" }),
    wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://localhost:4318/v1/traces" }),
  ]).toEqual([false, true, false, false, true]);
  const sampled = (sampler?: string, share?: string) =>
    sampling({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share });
  expect(sampled()).toEqual({ share: 1, followsParent: true });
  expect(sampled("always_off")).toEqual({ share: 0, followsParent: false });
  expect(sampled("parentbased_traceidratio", "0.25")).toEqual({ share: 0.25, followsParent: true });
  expect(() => sampled("sometimes")).toThrow(/^OTEL_TRACES_SAMPLER is "sometimes"\. It must be always_on/);
  expect(() => sampled("traceidratio", "2")).toThrow(
    /^OTEL_TRACES_SAMPLER_ARG is "2"\. It must be a number from 0 to 1/,
  );
  expect(() => assertProtocol({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(
    /^OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"/,
  );
  expect(() => assertProtocol({ OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" })).not.toThrow();
});
