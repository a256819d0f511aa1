import { defaultTextMapSetter, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { DeliveryUnderway, deliveryChannel } from "../../../modules/records/webhooks/deliver/delivery-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { currentTrace, endSpan, underCurrent } from "./current-trace.ts";

const propagator = new W3CTraceContextPropagator();

/** Creates a span for each webhook delivery attempt. The request's `traceparent` carries it. */
export function deliverySpans(tracer: Tracer): Stop {
  const spans = new WeakMap<DeliveryUnderway, Span>();
  deliveryChannel.start.bindStore(currentTrace, (delivery) => {
    const parent = underCurrent();
    const attributes = {
      "http.request.method": "POST",
      "roost.webhook.type": delivery.message.type,
      "roost.webhook.attempt": delivery.message.attempts + 1,
    };
    const span = tracer.startSpan("webhook delivery", { kind: SpanKind.CLIENT, attributes }, parent);
    spans.set(delivery, span);
    const context = trace.setSpan(parent, span);
    propagator.inject(context, delivery.headers, defaultTextMapSetter);
    return context;
  });
  const ends = listen(deliveryChannel.asyncEnd, DeliveryUnderway, (delivery) => {
    const span = spans.get(delivery);
    const { attempt } = delivery;
    if (attempt?.status !== undefined) span?.setAttribute("http.response.status_code", attempt.status);
    if (attempt?.error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
    endSpan(span, delivery.error);
  });
  return () => {
    deliveryChannel.start.unbindStore(currentTrace);
    ends();
  };
}
