import { type Span, SpanKind, type Tracer } from "@opentelemetry/api";
import { StatementRun, statementChannel } from "../../../database/sql/statement-channel.ts";
import { nameOf, summaryOf } from "../../../database/sql/statement-name.ts";
import { listen, type Stop } from "../listen.ts";
import { currentTrace, endSpan } from "./current-trace.ts";

/** A span for each statement of a request or a job: its name, or what it does and to which table; neither its text nor its values. */
export function statementSpans(tracer: Tracer): Stop {
  const spans = new WeakMap<StatementRun, Span>();
  const begins = listen(statementChannel.start, StatementRun, (told) => {
    const parent = currentTrace.getStore();
    // What nobody asked for, such as a look at the queue, would be a trace each.
    if (!parent) return;
    const { text, name } = told.statement;
    const { operation, summary } = summaryOf(text);
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
      ...(name === undefined ? {} : { "roost.statement": name }),
    };
    // A name that is written in the code says more than the summary, of which other names are made.
    const spanName = name === undefined || name === nameOf(text) ? summary : name;
    spans.set(told, tracer.startSpan(spanName, { kind: SpanKind.CLIENT, attributes }, parent));
  });
  const ends = listen(statementChannel.asyncEnd, StatementRun, (told) => endSpan(spans.get(told), told.error));
  return () => {
    begins();
    ends();
  };
}
