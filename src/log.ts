import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** The service's log: a JSON line an event, to standard error unless told otherwise. */
export function openLog(
  level: Config["logLevel"],
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino({ level, serializers: { err: errorForLog } }, destination);
}

/**
 * What the log keeps of an error. Not all that it carries: a database error brings along the row that failed (`detail`), with a
 * guest's name and address in it, or the whole client.
 */
export function errorForLog(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const told: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const name of ["code", "syscall", "address", "port", "table", "column", "constraint", "routine"] as const) {
    const value: unknown = Reflect.get(error, name);
    if (value !== undefined) told[name] = value;
  }
  if (error.cause !== undefined) told.cause = errorForLog(error.cause);
  return told;
}
