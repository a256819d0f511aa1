import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.ts";

/** The service's log. @param destination see `logDestination` */
export function openLog(level: Config["logLevel"], destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: errorForLog, req: requestForLog } }, destination);
}

/**
 * What the log keeps of an error. Not all that it carries: a database error brings along the row that failed (`detail`), with a
 * guest's name and address in it, or the whole client.
 */
export function errorForLog(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const logged: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const name of ["code", "syscall", "address", "port", "table", "column", "constraint", "routine"] as const) {
    const value: unknown = Reflect.get(error, name);
    if (value !== undefined) logged[name] = value;
  }
  if (error.cause !== undefined) logged.cause = errorForLog(error.cause);
  return logged;
}

/** Parameters of a query that are secrets, or lead to one: the token of the agent endpoint first of all (service.md). */
const secretParameters = new Set([
  "token",
  "access_token",
  "refresh_token",
  "code",
  "code_verifier",
  "client_secret",
  "return_to",
]);

/** What the log keeps of a request, should one ever be logged by its URL; the service itself logs the pattern of its route (request-log.ts). */
export function requestForLog(request: {
  readonly method?: unknown;
  readonly url?: unknown;
}): Readonly<Record<string, unknown>> {
  return { method: request.method, url: typeof request.url === "string" ? redactedUrl(request.url) : undefined };
}

/** A URL with its secret parameters blackened, however their names are written. */
export function redactedUrl(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return redactedPath(url);
  const pairs = url.slice(mark + 1).split("&");
  return `${redactedPath(url.slice(0, mark))}?${pairs.map(redactedPair).join("&")}`;
}

/** Links that are mailed or given away have their secret in the path. */
function redactedPath(path: string): string {
  return path.replace(/^(\/(?:pay|calendars|cleaning|invitations|password\/reset)\/)(?!new$).+$/, "$1[redacted]");
}

function redactedPair(pair: string): string {
  const [[name] = [""]] = [...new URLSearchParams(pair)];
  return secretParameters.has(name.toLowerCase()) ? `${name}=[redacted]` : pair;
}
