import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode } from "@opentelemetry/api";

/** The span that is under way, wherever its work has gone meanwhile. */
export const currentTrace = new AsyncLocalStorage<Context>();

/** What a span begins under: what is under way, or nothing. */
export const underCurrent = (): Context => currentTrace.getStore() ?? ROOT_CONTEXT;

/** Ends a span; as failed where there is an error, of which the kind is told and not the words: they may hold what somebody has written. */
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
