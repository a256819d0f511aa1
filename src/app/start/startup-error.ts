import { EmbeddedPostgresError } from "@roost/embedded-postgres";
import { BackupError } from "../../database/backup/backup-error.ts";
import { MigrationError } from "../../database/migration-error.ts";
import { isUnreachable, outageOf, sqlState } from "../../database/sql/errors.ts";
import { ConfigError } from "../config.ts";
import { SecretsKeyError } from "../secrets/secrets-key-error.ts";

/** SQLSTATEs of a wrong login or database in DATABASE_URL, and of a server without free connections. */
const loginStates = new Set(["28P01", "28000", "3D000", "42501", "53300"]);

/** Errors whose message is that line already. */
const saysItAll = [BackupError, ConfigError, EmbeddedPostgresError, MigrationError, SecretsKeyError];

/** One line for what is wrong with the surroundings; undefined for a mistake of ours, which deserves its stack. */
export function startupErrorLine(error: unknown): string | undefined {
  if (saysItAll.some((kind) => error instanceof kind)) return error instanceof Error ? error.message : undefined;
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    const port = "port" in error ? ` ${error.port}` : "";
    return `the port${port} is in use, perhaps by another Roost (set ROOST_HTTP_PORT and ROOST_HTTPS_PORT to others).`;
  }
  if (outageOf(error) === "no_room") return `no room is left on a disk (${error.message}): free some, and try again.`;
  if (sqlState(error) === "57014")
    return "the database is busy, perhaps with a start that fills it: try again in a minute.";
  if (code === "EACCES") return `${error.message}.`;
  if (isUnreachable(error) || loginStates.has(sqlState(error) ?? "")) {
    return `the database of DATABASE_URL cannot be used: ${sentence(error)}.`;
  }
  return undefined;
}

/** What an error says. A host with several addresses fails with one error for each, and with no words of its own. */
function sentence(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message.replace(/\.$/, "");
  const parts: unknown[] = error.errors;
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(", ");
}
