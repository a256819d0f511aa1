import { defaultTextMapSetter, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { DeliveryUnderway, deliveryChannel } from "../../../modules/records/webhooks/deliver/delivery-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { currentTrace, endSpan, underCurrent } from "./current-trace.ts";

const propagator = new W3CTraceContextPropagator();

/** A span for each attempt to deliver a webhook, which its `traceparent` names to the receiver. */
export function deliverySpans(tracer: Tracer): Stop {
  const spans = new WeakMap<DeliveryUnderway, Span>();
  deliveryChannel.start.bindStore(currentTrace, (told) => {
    const parent = underCurrent();
    const attributes = {
      "http.request.method": "POST",
      "roost.webhook.type": told.message.type,
      "roost.webhook.attempt": told.message.attempts + 1,
    };
    const span = tracer.startSpan("webhook delivery", { kind: SpanKind.CLIENT, attributes }, parent);
    spans.set(told, span);
    const context = trace.setSpan(parent, span);
    propagator.inject(context, told.headers, defaultTextMapSetter);
    return context;
  });
  const ends = listen(deliveryChannel.asyncEnd, DeliveryUnderway, (told) => {
    const span = spans.get(told);
    const { attempt } = told;
    if (attempt?.status !== undefined) span?.setAttribute("http.response.status_code", attempt.status);
    if (attempt?.error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
    endSpan(span, told.error);
  });
  return () => {
    deliveryChannel.start.unbindStore(currentTrace);
    ends();
  };
}
