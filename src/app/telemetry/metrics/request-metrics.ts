import type { Meter } from "@opentelemetry/api";
import { RequestUnderway, requestChannel } from "../../../interfaces/http/request-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { durations } from "./durations.ts";

/** Seconds, as OpenTelemetry recommends for requests. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Known methods. A client may send any word, so the rest share one label. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const methodOf = ({ request }: RequestUnderway): string => (methods.has(request.method) ? request.method : "_OTHER");

/** Measures request durations and the number of requests in flight. */
export function requestMetrics(meter: Meter): Stop {
  const took = durations(
    meter,
    "http_server_request_duration_seconds",
    "Time from a request's head to the end of its response.",
    bounds,
  );
  const active = meter.createUpDownCounter("http_server_active_requests", { description: "Requests in flight." });
  const begins = listen(requestChannel.start, RequestUnderway, (request) =>
    active.add(1, { http_request_method: methodOf(request) }),
  );
  const ends = listen(requestChannel.asyncEnd, RequestUnderway, (request) => {
    const http_request_method = methodOf(request);
    active.add(-1, { http_request_method });
    const { route = "", status, began } = request;
    took(performance.now() - began, {
      http_request_method,
      http_route: route,
      // No status: the client disconnected before the response.
      ...(status === undefined
        ? { http_response_status_code: "", error_type: "disconnected" }
        : { http_response_status_code: String(status) }),
    });
  });
  return () => {
    begins();
    ends();
  };
}
