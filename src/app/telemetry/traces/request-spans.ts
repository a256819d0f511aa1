import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { RequestUnderway, requestChannel } from "../../../interfaces/http/request-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { currentTrace } from "./current-trace.ts";

const propagator = new W3CTraceContextPropagator();

/** Creates a span for each request, under its `traceparent`. It records the route, never the URL, which may hold secrets. */
export function requestSpans(tracer: Tracer): Stop {
  const contexts = new WeakMap<RequestUnderway, Context>();
  const begin = (underway: RequestUnderway): Context => {
    const { request, route } = underway;
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const attributes = {
      "http.request.method": request.method,
      "url.scheme": request.protocol,
      "roost.request_id": request.id,
      ...(route === undefined ? {} : { "http.route": route }),
    };
    const name = route === undefined ? request.method : `${request.method} ${route}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    const context = trace.setSpan(parent, span);
    contexts.set(underway, context);
    return context;
  };
  requestChannel.start.bindStore(currentTrace, begin);
  requestChannel.asyncStart.bindStore(currentTrace, (underway) => contexts.get(underway) ?? currentTrace.getStore());
  const ends = listen(requestChannel.asyncEnd, RequestUnderway, (underway) => {
    const context = contexts.get(underway);
    const span = context && trace.getSpan(context);
    if (!span) return;
    const { status } = underway;
    if (status !== undefined) span.setAttribute("http.response.status_code", status);
    if (status === undefined || status >= 500) {
      span.setAttribute("error.type", status === undefined ? "disconnected" : String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  });
  return () => {
    requestChannel.start.unbindStore(currentTrace);
    requestChannel.asyncStart.unbindStore(currentTrace);
    ends();
  };
}
