import { ROOT_CONTEXT, type Span, SpanKind, type Tracer, trace } from "@opentelemetry/api";
import { Work, workChannel } from "../../../kernel/work-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { currentTrace, endSpan, underCurrent } from "./current-trace.ts";

/** Creates a trace for each job, and a span for other measured work. Their statements are children. */
export function workSpans(tracer: Tracer): Stop {
  const spans = new WeakMap<Work, Span>();
  workChannel.start.bindStore(currentTrace, (work) => {
    const isJob = work.kind === "job";
    const parent = isJob ? ROOT_CONTEXT : underCurrent();
    const attributes = isJob ? { "roost.job": work.name } : {};
    const kind = isJob ? SpanKind.CONSUMER : SpanKind.INTERNAL;
    const span = tracer.startSpan(isJob ? `job ${work.name}` : work.name, { kind, attributes }, parent);
    spans.set(work, span);
    return trace.setSpan(parent, span);
  });
  const ends = listen(workChannel.asyncEnd, Work, (work) => endSpan(spans.get(work), work.error));
  return () => {
    workChannel.start.unbindStore(currentTrace);
    ends();
  };
}
