import { Gauge, type Registry } from "prom-client";
import { requestChannel, RequestUnderway } from "../../../interfaces/http/request-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { Durations } from "./durations.ts";
import { RecordedHistogram } from "./recorded-histogram.ts";

/** Seconds, as OpenTelemetry advises for requests. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Methods that are told apart: a client may send any word. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const methodOf = ({ request }: RequestUnderway): string => (methods.has(request.method) ? request.method : "_OTHER");

/** Measures requests: how long they take, and how many are under way. */
export function requestMetrics(registry: Registry): Stop {
  const durations = new Durations(bounds);
  const active = new Map<string, number>();
  new RecordedHistogram(
    registry,
    { name: "http_server_request_duration_seconds", help: "Time from a request's head to the end of its answer." },
    durations,
  );
  new Gauge({
    name: "http_server_active_requests",
    help: "Requests under way.",
    labelNames: ["http_request_method"],
    registers: [registry],
    collect() {
      for (const [method, count] of active) this.set({ http_request_method: method }, count);
    },
  });
  const count = (method: string, by: number): void => void active.set(method, (active.get(method) ?? 0) + by);
  const begins = listen(requestChannel.start, RequestUnderway, (told) => count(methodOf(told), 1));
  const ends = listen(requestChannel.asyncEnd, RequestUnderway, (told) => {
    const method = methodOf(told);
    count(method, -1);
    record(durations, method, told);
  });
  return () => {
    begins();
    ends();
  };
}

function record(durations: Durations, method: string, { route = "", status, began }: RequestUnderway): void {
  const code = status === undefined ? "" : String(status);
  const series = durations.of(`${method} ${code} ${route}`, () => ({
    http_request_method: method,
    http_route: route,
    http_response_status_code: code,
    // A client that went away before its answer.
    ...(code === "" ? { error_type: "disconnected" } : {}),
  }));
  series.record(performance.now() - began);
}
