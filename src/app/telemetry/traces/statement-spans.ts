import { type Span, SpanKind, type Tracer } from "@opentelemetry/api";
import { statementChannel, StatementRun } from "../../../database/statement-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { summaryOf } from "../statement-summary.ts";
import { currentTrace, endSpan } from "./current-trace.ts";

/** A span for each statement of a request or a job: what it does and to which table, and neither its text nor its values. */
export function statementSpans(tracer: Tracer): Stop {
  const spans = new WeakMap<StatementRun, Span>();
  const begins = listen(statementChannel.start, StatementRun, (told) => {
    const parent = currentTrace.getStore();
    // What nobody asked for, such as a look at the queue, would be a trace each.
    if (!parent) return;
    const { operation, summary } = summaryOf(told.statement.text);
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
      ...(told.statement.name === undefined ? {} : { "roost.statement": told.statement.name }),
    };
    spans.set(told, tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, parent));
  });
  const ends = listen(statementChannel.asyncEnd, StatementRun, (told) => endSpan(spans.get(told), told.error));
  return () => {
    begins();
    ends();
  };
}
