import pg from "pg";

/** The SQLSTATE of a lock timeout. */
export const lockNotAvailable = "55P03";

/** The SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // For rows that a worker selects itself, a cluster reports this violation without its code.
  const hasLostCode = error.code === "XX000" && error.message.includes("violates exclusion constraint");
  return hasLostCode ? "23P01" : error.code;
}

/** Whether a statement failed only because an earlier statement of its transaction had failed. */
export function isAborted(error: unknown): boolean {
  return sqlState(error) === "25P02";
}

/**
 * The constraint that a database error names, or undefined. On a cluster, removes the shard number from the name.
 * A worker's error names the constraint only in its message.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const named = error.constraint ?? /constraint "(\w+)"/.exec(error.message)?.[1];
  return named?.replace(/_\d{6,}$/, "");
}

/**
 * The data of a transaction changed while it waited for locks. The transaction is retried, as after a deadlock
 * (`AccountScope.transaction`).
 */
export class OvertakenError extends Error {
  constructor(what: string) {
    super(`${what} changed while a transaction waited for it.`);
    this.name = "OvertakenError";
  }
}

/** The server is a standby, so it accepts no writes. */
export class StandbyError extends Error {
  constructor() {
    super("The database server is a standby and does not accept writes");
    this.name = "StandbyError";
  }
}

/** Whether a statement failed because the server or the transaction is read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === "25006";
}

/** SQLSTATEs of a refused login: wrong credentials, or no such database. */
const loginStates = new Set(["28000", "28P01", "3D000"]);

/** Error codes of sockets and name resolution. */
const socketCodes = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTCONN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

const driverSentences =
  /^(Connection terminated|Client has encountered|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/** Whether the pool had no free connection within its timeout. The server itself may be fine. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Whether an error means that the database is unreachable, rather than that it refused a statement. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof StandbyError) return true;
  const state = sqlState(error);
  // 25P03: the server closed the connection after an idle-in-transaction timeout.
  if (state !== undefined)
    return state.startsWith("08") || state.startsWith("57P") || state === "25P03" || loginStates.has(state);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A missing file has the same code as a missing socket.
  if (code === "ENOENT") return error instanceof Error && "syscall" in error && error.syscall === "connect";
  if (typeof code === "string" && socketCodes.has(code)) return true;
  return isBusy(error) || (error instanceof Error && driverSentences.test(error.message));
}

/**
 * A temporary failure of the database or of this machine, which an operator can fix:
 * - `unreachable`: no connection to the database;
 * - `no_room`: the database's disk or ours is full;
 * - `exhausted`: no memory, connections or open files left;
 * - `read_only`: the database accepts no writes, such as a demoted primary;
 * - `damaged`: the database's disk fails.
 */
export type Outage = "unreachable" | "no_room" | "exhausted" | "read_only" | "damaged";

/** SQLSTATEs (PostgreSQL, appendix A) and the system's error codes for files. */
const outages: Readonly<Record<string, Outage>> = {
  "53100": "no_room",
  "53000": "exhausted",
  "53200": "exhausted",
  "53300": "exhausted",
  "53400": "exhausted",
  "25006": "read_only",
  "58000": "damaged",
  "58030": "damaged",
  "58P01": "damaged",
  ENOSPC: "no_room",
  EDQUOT: "no_room",
  EROFS: "read_only",
  EMFILE: "exhausted",
  ENFILE: "exhausted",
  EIO: "damaged",
};

/** The outage that an error indicates; undefined for any other error. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof StandbyError) return "read_only";
  if (isUnreachable(error)) return "unreachable";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? outages[code] : undefined;
}
