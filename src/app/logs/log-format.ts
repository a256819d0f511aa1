import { type DestinationStream, pino } from "pino";
import type { Config } from "../config.ts";

const levels: Readonly<Record<number, string>> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO ",
  40: "WARN ",
  50: "ERROR",
  60: "FATAL",
};

/** Fields that the line shows elsewhere, or that never vary. */
const omitted = new Set(["level", "time", "pid", "hostname", "msg", "err", "method", "route", "status", "ms"]);

/** Opens standard error for the log, in JSON or in the pretty format. */
export function logDestination(format: Config["logFormat"]): DestinationStream {
  const standardError = pino.destination({ dest: 2, sync: true });
  // A closed terminal or pipe must not stop the service.
  standardError.on("error", () => undefined);
  if (format === "json") return standardError;
  return { write: (line) => void standardError.write(prettyLine(line)) };
}

/** Formats a log line for people: UTC time, level, message, other fields, and then any stack on separate lines. */
export function prettyLine(json: string): string {
  const event: unknown = JSON.parse(json);
  if (typeof event !== "object" || event === null) return json;
  const fields = new Map<string, unknown>(Object.entries(event));
  const time = new Date(Number(fields.get("time"))).toISOString().slice(11, 23);
  const level = levels[Number(fields.get("level"))] ?? String(fields.get("level"));
  const rest = [...fields].filter(([name]) => !omitted.has(name)).map(([name, value]) => `${name}=${textOf(value)}`);
  return `${[time, level, messageOf(fields), ...rest].join(" ")}\n${stackOf(fields.get("err"))}`;
}

/** Builds the message from the request's fields, if it is a request's line. */
function messageOf(fields: ReadonlyMap<string, unknown>): string {
  if (!fields.has("route")) return String(fields.get("msg") ?? "");
  const names = ["method", "route", "status"].map((name) => textOf(fields.get(name) ?? "-"));
  return `${names.join(" ")} ${textOf(fields.get("ms"))} ms`;
}

/** Input may hold terminal control characters, so unusual values are escaped as JSON. */
const textOf = (value: unknown): string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);

function stackOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { stack, message, code, cause }: { stack?: unknown; message?: unknown; code?: unknown; cause?: unknown } =
    error;
  const text = String(stack ?? message).replaceAll(/^/gm, "    ");
  const causeText = cause === undefined ? "" : `    caused by\n${stackOf(cause)}`;
  return `${text}${code === undefined ? "" : ` (${String(code)})`}\n${causeText}`;
}
