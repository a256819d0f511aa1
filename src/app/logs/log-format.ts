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

/** What is said elsewhere in the line, or the same in all. */
const leftOut = new Set(["level", "time", "pid", "hostname", "msg", "err", "method", "route", "status", "ms"]);

/** Where the log goes: standard error, a line of JSON an event, or for people the same in words. */
export function logDestination(format: Config["logFormat"]): DestinationStream {
  const standardError = pino.destination({ dest: 2, sync: true });
  // A terminal that was closed, or a reader that has gone: there is nobody left to tell, and requests go on.
  standardError.on("error", () => undefined);
  if (format === "json") return standardError;
  return { write: (line) => void standardError.write(prettyLine(line)) };
}

/** A line of the log for people: time of day in UTC, level, what happened, and the rest by its names; a stack in lines of its own. */
export function prettyLine(json: string): string {
  const event: unknown = JSON.parse(json);
  if (typeof event !== "object" || event === null) return json;
  const fields = new Map<string, unknown>(Object.entries(event));
  const time = new Date(Number(fields.get("time"))).toISOString().slice(11, 23);
  const level = levels[Number(fields.get("level"))] ?? String(fields.get("level"));
  const rest = [...fields].filter(([name]) => !leftOut.has(name)).map(([name, value]) => `${name}=${textOf(value)}`);
  return `${[time, level, saidOf(fields), ...rest].join(" ")}\n${stackOf(fields.get("err"))}`;
}

/** A request says what it was; all else has words of its own. */
function saidOf(fields: ReadonlyMap<string, unknown>): string {
  if (!fields.has("route")) return String(fields.get("msg") ?? "");
  const names = ["method", "route", "status"].map((name) => textOf(fields.get(name) ?? "-"));
  return `${names.join(" ")} ${textOf(fields.get("ms"))} ms`;
}

/** What came from outside may hold whatever moves a terminal's cursor: it is escaped, as JSON is. */
const textOf = (value: unknown): string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);

function stackOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { stack, message, code, cause }: { stack?: unknown; message?: unknown; code?: unknown; cause?: unknown } =
    error;
  const said = String(stack ?? message).replaceAll(/^/gm, "    ");
  const because = cause === undefined ? "" : `    because of\n${stackOf(cause)}`;
  return `${said}${code === undefined ? "" : ` (${String(code)})`}\n${because}`;
}
