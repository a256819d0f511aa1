import pg from "pg";

/** The SQLSTATE of a lock that was not to be had in time. */
export const lockNotAvailable = "55P03";

/** The SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // What a worker refuses of rows that it selects itself, a cluster tells without its code.
  const isUntold = error.code === "XX000" && error.message.includes("violates exclusion constraint");
  return isUntold ? "23P01" : error.code;
}

/** Whether a statement failed for nothing but an earlier one of its transaction. */
export function isAborted(error: unknown): boolean {
  return sqlState(error) === "25P02";
}

/**
 * The constraint that a database error names, or undefined. On a cluster it is a shard's, with the number of that behind the name, and what
 * comes from a worker names it in the message alone.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const named = error.constraint ?? /constraint "(\w+)"/.exec(error.message)?.[1];
  return named?.replace(/_\d{6,}$/, "");
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
/** SQLSTATEs that a login ends with when the database, or the way in, is gone: nothing but connecting says so. */
const loginStates = new Set(["28000", "28P01", "3D000"]);

/** How sockets and names fail. */
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

/** Whether all connections of a pool were in use for as long as anybody waits for one: that says nothing of the server. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Whether an error says that the database cannot be reached, rather than that it refused something. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof StandbyError) return true;
  const state = sqlState(error);
  // 25P03: a connection that was ended because its transaction did nothing for too long.
  if (state !== undefined)
    return state.startsWith("08") || state.startsWith("57P") || state === "25P03" || loginStates.has(state);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A file that is missing has the same code as a socket that is.
  if (code === "ENOENT") return error instanceof Error && "syscall" in error && error.syscall === "connect";
  if (typeof code === "string" && socketCodes.has(code)) return true;
  return isBusy(error) || (error instanceof Error && driverSentences.test(error.message));
}

/**
 * Why the database, or this machine, cannot do now what it could do before, and will again once somebody has seen to it:
 * - `unreachable`: no connection to the database;
 * - `no_room`: its disk is full, or ours;
 * - `exhausted`: no memory, connections or open files left;
 * - `read_only`: it takes no writes, as a primary that was demoted;
 * - `damaged`: its disk fails.
 */
export type Outage = "unreachable" | "no_room" | "exhausted" | "read_only" | "damaged";

/** Class 53 and its like (PostgreSQL's appendix A), and what the system itself says of files. */
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

/** Which outage an error tells of; undefined for any other error. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof StandbyError) return "read_only";
  if (isUnreachable(error)) return "unreachable";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? outages[code] : undefined;
}
