import { join } from "node:path";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startMetrics } from "../../src/app/telemetry/metrics/metrics.ts";
import { ScrapedReader } from "../../src/app/telemetry/metrics/scraped-reader.ts";
import { Database } from "../../src/database/connect/database.ts";
import { addressOf } from "../../src/database/open.ts";
import { ApiClient, recordOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { until } from "../harness/until.ts";
import { aDatabaseUrl, aPort, aToken, plainSettings, Service } from "../start/service.ts";
import { aReceiver } from "./receiver.ts";
import { Scrape, scrape } from "./scrape.ts";

const worker = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "roost.js"), "worker"];

/** A service on its own database, and a client. */
async function aPlace(more: Record<string, string>) {
  const DATABASE_URL = await aDatabaseUrl();
  const settings: Record<string, string> = { ...(await plainSettings()), DATABASE_URL, ...more };
  const service = await new Service(settings).ready();
  const url = `http://localhost:${settings.ROOST_HTTP_PORT}`;
  const client = new ApiClient(url, (await aToken(addressOf(DATABASE_URL))).token);
  return { settings, service, url, client };
}

const took = "http_server_request_duration_seconds_count";

test("a dedicated port serves metrics of requests by route, statements, pools, jobs, webhooks and the process, without ids", async () => {
  const ROOST_METRICS_PORT = String(await aPort());
  const { service, url, client } = await aPlace({ ROOST_METRICS_PORT });
  const { id } = recordOf(await client.post("/rentals", { rentals: [{ name: "Mill" }] }), "rentals");
  const other = "918273645";
  for (const path of [`/rentals/${id}`, `/rentals/${id}`, `/rentals/${other}`, "/rentals"]) await client.get(path);
  expect((await client.get(`/los_records?rental_id=${id}`)).status).toBe(200);
  await client.get(`/nowhere/${other}`);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const stay = { start_at: "2031-03-01", end_at: "2031-03-04" };
  expect((await client.post(`/rentals/${id}/bookings`, { bookings: [stay] })).status).toBe(201);
  let seen = await scrape(ROOST_METRICS_PORT);
  // A request is counted after its response is sent, so the client may see that first.
  await until(async () => {
    seen = await scrape(ROOST_METRICS_PORT);
    return seen.of(took).reduce((sum, { value }) => sum + value, 0) === 9;
  });
  const requests = (method: string, route: string, status: string) =>
    seen.value(took, { http_request_method: method, http_route: route, http_response_status_code: status });
  expect([
    requests("POST", "/api/v3/rentals", "201"),
    requests("GET", "/api/v3/rentals/:rental_id", "200"),
    requests("GET", "/api/v3/rentals/:rental_id", "404"),
    requests("GET", "/api/v3/rentals", "200"),
    requests("GET", "", "404"),
  ]).toEqual([1, 2, 1, 1, 2]);
  expect(seen.samples.filter(({ labels }) => Object.values(labels).some((text) => text.includes(other)))).toEqual([]);
  expect(seen.value("http_server_active_requests", { http_request_method: "GET" })).toBe(0);
  const posted = { http_request_method: "POST", http_route: "/api/v3/rentals", le: "+Inf" };
  expect(seen.value("http_server_request_duration_seconds_bucket", posted)).toBe(1);
  const statements = "db_client_operation_duration_seconds_count";
  expect(seen.value(statements, { db_query_summary: "INSERT rentals", db_system_name: "postgresql" })).toBe(1);
  expect(seen.value(statements, { db_query_summary: "SELECT rentals", db_operation_name: "SELECT" })).toBeGreaterThan(
    3,
  );
  for (const pool of ["main", "counting", "jobs"]) {
    const labels = { db_client_connection_pool_name: pool };
    expect(seen.of("db_client_connection_count", labels)).toHaveLength(2);
    expect(seen.value("db_client_connection_pending_requests", labels)).toBe(0);
    expect(seen.value("db_client_connection_max", labels)).toBeGreaterThan(1);
  }
  expect(seen.value("roost_quote_duration_seconds_count")).toBe(1);
  expect(seen.value("roost_los_duration_seconds_count")).toBe(1);
  for (const state of ["queued", "scheduled", "running", "failed"])
    expect(seen.value("roost_jobs", { state }), state).toBeGreaterThanOrEqual(0);
  for (const name of ["roost_jobs_oldest_age_seconds", "roost_webhooks_pending", "roost_webhooks_oldest_age_seconds"])
    expect(seen.value(name), name).toBeGreaterThanOrEqual(0);
  for (const name of ["process_memory_usage_bytes", "v8js_memory_heap_used_bytes", "process_uptime_seconds"])
    expect(seen.value(name), name).toBeGreaterThan(0);
  expect(seen.value("process_cpu_time_seconds_total", { cpu_mode: "user" })).toBeGreaterThan(0);
  expect(seen.value("nodejs_eventloop_delay_p99_seconds")).toBeGreaterThanOrEqual(0);
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("with only a token, the service's port serves metrics to its bearer, with webhook delays, failures and pending messages", async () => {
  const ROOST_METRICS_TOKEN = "0123456789abcdef0123456789abcdef";
  const { settings, url, client } = await aPlace({ ROOST_METRICS_TOKEN, ROOST_PRIVATE_FETCH: "127.0.0.1" });
  const status = async (authorization?: string) =>
    (await fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })).status;
  expect([
    await status(),
    await status(`Bearer ${ROOST_METRICS_TOKEN}0`),
    await status(`Bearer ${ROOST_METRICS_TOKEN.slice(1)}`),
    await status(`Basic ${ROOST_METRICS_TOKEN}`),
    await status(`Bearer ${ROOST_METRICS_TOKEN}`),
  ]).toEqual([401, 401, 401, 401, 200]);
  const scraped = () => scrape(settings.ROOST_HTTP_PORT ?? "", ROOST_METRICS_TOKEN);
  const refused = { http_route: "/metrics", http_response_status_code: "401" };
  expect((await scraped()).value(took, refused)).toBe(4);

  const receiver = await aReceiver();
  for (const where of [receiver.url, `http://127.0.0.1:${await aPort()}`])
    await created(client, "/webhook_endpoints", "webhook_endpoints", { url: where });
  await created(client, "/rentals", "rentals", { name: "Mill" });
  const attempts = "roost_webhook_attempt_duration_seconds_count";
  await until(async () => {
    const seen = await scraped();
    const counts = [
      seen.value(attempts, { outcome: "delivered" }),
      seen.value(attempts, { outcome: "failed" }),
      seen.value("roost_webhook_delay_seconds_count"),
      seen.value("roost_webhooks_pending"),
    ];
    return counts.every((count = 0) => count > 0);
  });
});

test("a worker serves metrics of its jobs on its own port and reports when the port is in use", async () => {
  const ROOST_METRICS_PORT = String(await aPort());
  const settings = { ...(await plainSettings()), DATABASE_URL: await aDatabaseUrl(), ROOST_METRICS_PORT };
  const first = new Service(settings, undefined, worker);
  await until(() => first.out.includes("is running jobs") || !first.lives);
  await until(async () => {
    const seen = await scrape(ROOST_METRICS_PORT);
    return (seen.value("roost_job_duration_seconds_count", { job: "fold record counts", outcome: "done" }) ?? 0) > 0;
  });
  const second = new Service(settings, undefined, worker);
  expect((await second.ended).code).toBe(1);
  expect(second.complaints).toEqual([
    `error: ROOST_METRICS_PORT is ${ROOST_METRICS_PORT}, which is in use. Each process on a machine needs its own port.`,
  ]);
  expect(await first.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("metrics omit the backlog while the database is away, but still report the process", async () => {
  const address = { host: "127.0.0.1", port: await aPort(), user: "roost", password: "", database: "roost" };
  const database = new Database(address, { connections: 1 });
  const jobs = new pg.Pool({ ...address, max: 1 });
  const metrics = startMetrics({ database, jobs });
  onTestFinished(async () => {
    metrics.stop();
    await Promise.all([database.close(), jobs.end()]);
  });
  const seen = new Scrape((await metrics.read()).text);
  expect(seen.of("roost_jobs")).toEqual([]);
  expect(seen.of("roost_webhooks_pending")).toEqual([]);
  expect(seen.value("roost_backlog_read_failures_total")).toBe(2);
  expect(seen.value("process_memory_usage_bytes")).toBeGreaterThan(0);
});

test("metrics omit a gauge without a current value and keep counters", async () => {
  const reader = new ScrapedReader();
  const meter = new MeterProvider({ readers: [reader] }).getMeter("a test");
  let value: number | undefined = 5;
  meter.createObservableGauge("jobs").addCallback((shown) => {
    if (value !== undefined) shown.observe(value);
  });
  meter.createCounter("failures").add(2);
  const read = async () => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ descriptor, dataPoints: [point] }) => [descriptor.name, point?.value]),
    );
  };
  expect(await read()).toEqual([
    ["jobs", 5],
    ["failures", 2],
  ]);
  value = undefined;
  expect(await read()).toEqual([["failures", 2]]);
});
