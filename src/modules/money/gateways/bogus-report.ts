import { isObject } from "../../../kernel/values/structure.ts";
import { type GatewayEvent, ReportError } from "./gateway.ts";

const kinds = [
  "paid",
  "authorized",
  "ended",
  "failed",
  "refunded",
  "refund_failed",
  "disputed",
  "dispute_won",
  "dispute_lost",
  "other",
] as const;

/** Parses a bogus report: a `GatewayEvent` as JSON. @throws ReportError for any other body */
export function eventOf(body: Buffer): GatewayEvent {
  const parsed = parse(body);
  const kind = kinds.find((one) => one === parsed.kind);
  const { id, metadata } = parsed;
  if (typeof id !== "string" || kind === undefined) throw new ReportError("The report is not an event.");
  return {
    id,
    kind,
    occurredAt: typeof parsed.occurredAt === "number" ? parsed.occurredAt : null,
    transaction: textOr(parsed.transaction),
    amount: typeof parsed.amount === "number" ? parsed.amount : null,
    currency: textOr(parsed.currency),
    reason: textOr(parsed.reason),
    metadata: isObject(metadata)
      ? Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]))
      : {},
  };
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    if (isObject(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ReportError("The report is not an event.");
}

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);
