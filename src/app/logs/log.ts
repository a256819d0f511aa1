import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.ts";

/** Opens the service's log. @param destination see `logDestination` */
export function openLog(level: Config["logLevel"], destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: errorForLog, req: requestForLog } }, destination);
}

/**
 * Picks an error's loggable fields. A database error's `detail` holds the failed row, with personal data; other errors hold the whole
 * client.
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

/** Query parameters that are secrets or lead to one, such as the agent endpoint's token. */
const secretParameters = new Set([
  "token",
  "access_token",
  "refresh_token",
  "code",
  "code_verifier",
  "client_secret",
  "return_to",
]);

/** Picks a request's loggable fields, in case one is logged by URL. The service logs the route instead (request-log.ts). */
export function requestForLog(request: {
  readonly method?: unknown;
  readonly url?: unknown;
}): Readonly<Record<string, unknown>> {
  return { method: request.method, url: typeof request.url === "string" ? redactedUrl(request.url) : undefined };
}

/** Redacts a URL's secret parameters, whatever their names' case or encoding. */
export function redactedUrl(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return redactedPath(url);
  const pairs = url.slice(mark + 1).split("&");
  return `${redactedPath(url.slice(0, mark))}?${pairs.map(redactedPair).join("&")}`;
}

/** Mailed and shared links carry their secret in the path. */
function redactedPath(path: string): string {
  return path.replace(/^(\/(?:pay|calendars|cleaning|invitations|password\/reset)\/)(?!new$).+$/, "$1[redacted]");
}

function redactedPair(pair: string): string {
  const [[name] = [""]] = [...new URLSearchParams(pair)];
  return secretParameters.has(name.toLowerCase()) ? `${name}=[redacted]` : pair;
}
