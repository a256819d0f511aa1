import pg from "pg";

/** The SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Whether a statement failed for nothing but an earlier one of its transaction. */
export function isAborted(error: unknown): boolean {
  return sqlState(error) === "25P02";
}

/** The constraint that a database error names, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/**
 * What a transaction is about has changed while it waited for its locks: it is tried again from the start, as after a deadlock
 * (`AccountScope.transaction`).
 */
export class OvertakenError extends Error {
  constructor(what: string) {
    super(`${what} changed while a transaction waited for it.`);
    this.name = "OvertakenError";
  }
}

/** The server only follows another one: there is none that takes writes, or it is elsewhere. */
export class StandbyError extends Error {
  constructor() {
    super("The database server is a standby, which takes no writes");
    this.name = "StandbyError";
  }
}

/** Whether a statement failed for the server, or its transaction, only reads. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === "25006";
}

/** Whether an error says that the database cannot be reached, rather than that it refused something. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof StandbyError) return true;
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith("08") || state.startsWith("57P");
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A file that is missing has the same code as a socket that is.
  if (code === "ENOENT") return error instanceof Error && "syscall" in error && error.syscall === "connect";
  if (typeof code === "string" && ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT"].includes(code)) {
    return true;
  }
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(error.message)
  );
}
