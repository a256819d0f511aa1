import { EmbeddedPostgresError } from "@roost/embedded-postgres";
import { BackupError } from "../../database/backup/backup-error.ts";
import { MigrationError } from "../../database/migration-error.ts";
import { isReadOnly, isUnreachable, outageOf, sqlState } from "../../database/sql/errors.ts";
import { ConfigError } from "../config.ts";
import { SecretsKeyError } from "../secrets/secrets-key-error.ts";

/** SQLSTATEs for a wrong login or database in DATABASE_URL, and for a server without free connections. */
const loginStates = new Set(["28P01", "28000", "3D000", "42501", "53300"]);

/** Errors whose message is already written for the operator. */
const operatorErrors = [BackupError, ConfigError, EmbeddedPostgresError, MigrationError, SecretsKeyError];

/** @returns one line for a problem in the environment; undefined for a bug, which is shown with its stack */
export function startupErrorLine(error: unknown): string | undefined {
  if (operatorErrors.some((kind) => error instanceof kind)) return error instanceof Error ? error.message : undefined;
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    const port = "port" in error ? ` ${error.port}` : "";
    return `port${port} is in use, possibly by another Roost. Set ROOST_HTTP_PORT and ROOST_HTTPS_PORT to other ports.`;
  }
  if (outageOf(error) === "no_room") return `a disk is full (${error.message}). Free some space and try again.`;
  if (isReadOnly(error)) {
    return `the database accepts no writes: ${error.message}. Name its primary in DATABASE_URL, or make it writable.`;
  }
  if (sqlState(error) === "57014")
    return "the database is busy, possibly with another start that fills it. Try again in a minute.";
  if (isUnreachable(error) || loginStates.has(sqlState(error) ?? "")) {
    return `cannot use the database of DATABASE_URL: ${sentence(error)}.`;
  }
  if (sqlState(error) !== undefined && outageOf(error) !== undefined) return `the database fails: ${error.message}.`;
  // A failed system call, such as on a file that cannot be written. Its message names the path.
  return typeof code === "string" && "syscall" in error ? `${error.message}.` : undefined;
}

/** An error's message. A host with several addresses fails with an empty message and one error for each address. */
function sentence(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message.replace(/\.$/, "");
  const parts: unknown[] = error.errors;
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(", ");
}
