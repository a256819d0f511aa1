import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode } from "@opentelemetry/api";

/** The current span's context, across asynchronous work. */
export const currentTrace = new AsyncLocalStorage<Context>();

/** The parent for a new span: the current one, or none. */
export const underCurrent = (): Context => currentTrace.getStore() ?? ROOT_CONTEXT;

/** Ends a span, as failed if there is an error. Records the error's kind only: its message may hold personal data. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (error !== undefined) {
    span?.setAttribute("error.type", kindOf(error));
    span?.setStatus({ code: SpanStatusCode.ERROR });
  }
  span?.end();
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
