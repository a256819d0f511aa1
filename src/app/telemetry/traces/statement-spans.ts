import { type Span, SpanKind, type Tracer } from "@opentelemetry/api";
import { StatementRun, statementChannel } from "../../../database/sql/statement-channel.ts";
import { nameOf, summaryOf } from "../../../database/sql/statement-name.ts";
import { listen, type Stop } from "../listen.ts";
import { currentTrace, endSpan } from "./current-trace.ts";

/** Creates a span for each statement of a request or job: its name, or its operation and table, without text or values. */
export function statementSpans(tracer: Tracer): Stop {
  const spans = new WeakMap<StatementRun, Span>();
  const begins = listen(statementChannel.start, StatementRun, (run) => {
    const parent = currentTrace.getStore();
    // Background statements, such as queue polls, would each become a trace.
    if (!parent) return;
    const { text, name } = run.statement;
    const { operation, summary } = summaryOf(text);
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
      ...(name === undefined ? {} : { "roost.statement": name }),
    };
    // A name from the code says more than the summary. Generated names derive from the summary.
    const spanName = name === undefined || name === nameOf(text) ? summary : name;
    spans.set(run, tracer.startSpan(spanName, { kind: SpanKind.CLIENT, attributes }, parent));
  });
  const ends = listen(statementChannel.asyncEnd, StatementRun, (run) => endSpan(spans.get(run), run.error));
  return () => {
    begins();
    ends();
  };
}
