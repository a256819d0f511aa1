import type { FastifyRequest } from "fastify";
import { type Outage, OvertakenError, outageOf, sqlState, violatedConstraint } from "../../database/sql/errors.ts";
import { type ErrorCode, type ErrorsByAttribute, RequestError } from "../../kernel/errors.ts";
import { UnavailableStoreError } from "../../kernel/files/files.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import { UnreadableBody } from "./bodies/utf8-body.ts";

/**
 * Why a request failed:
 * - `refused`: one of our own errors, with a sentence of its own;
 * - `unreadable`: the body is not UTF-8, or says that it is something else; likewise;
 * - `too_large`, `media_type`, `malformed`: the framework could not take the request;
 * - `collided`: the database refused what the checks had let through;
 * - `broken_off`: the client went away before its request was whole; nobody reads the answer;
 * - `no_store`: the store of files failed;
 * - `unreachable`, `no_room`, `exhausted`, `read_only`, `damaged`: an outage of the database or the machine (`Outage`);
 * - `too_slow`: a statement was canceled after its longest time;
 * - `keys_changed`: this process sealed a secret under a key that has been given up meanwhile, and nothing was stored;
 * - `unexpected`: a fault of ours.
 */
export type FailureReason =
  | "refused"
  | "unreadable"
  | "too_large"
  | "media_type"
  | "malformed"
  | "collided"
  | "broken_off"
  | "no_store"
  | Outage
  | "too_slow"
  | "keys_changed"
  | "unexpected";

/** Anything thrown, as a value that an interface gives its own shape and status. */
export interface Failure {
  readonly reason: FailureReason;
  readonly code: ErrorCode;
  /** What clients may read; an interface may say more about a reason, in words of its own. */
  readonly sentence: string;
  /** For `invalid`: all problems of a record at once. */
  readonly messages?: ErrorsByAttribute;
  /** For `forbidden`: the scopes any of which would do, where the token lacks them all. */
  readonly scopes?: readonly string[];
}

/** The HTTP status of each code (conventions.md, Errors). */
export const statuses: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  invalid_idempotency_key: 400,
  idempotency_key_mismatch: 409,
  rate_limit_exceeded: 429,
  internal_error: 500,
  unavailable: 503,
};

/** Seconds after which a client may ask again what was `unavailable`. */
export const retrySeconds = "5";

/** The SQLSTATE of a statement that was canceled after the longest time that one may take. */
const statementTimeout = "57014";

/** The SQLSTATE of a deadlock. */
const deadlock = "40P01";

/** Reads anything that a request's handling threw. What is our fault is logged here, and never shown. */
export function failureOf(error: unknown, { id, log }: Pick<FastifyRequest, "id" | "log">): Failure {
  if (error instanceof RequestError) return refused(error);
  if (error instanceof OAuthError && error.status < 500)
    return { reason: "refused", code: "bad_request", sentence: error.message };
  if (error instanceof UnreadableBody) {
    const code = error.statusCode === 415 ? "unsupported_media_type" : "bad_request";
    return { reason: "unreadable", code, sentence: error.message };
  }
  // Both before what the database says: the same codes of sockets stand in them.
  if (isBrokenOff(error))
    return { reason: "broken_off", code: "bad_request", sentence: "The request broke off before its end." };
  if (error instanceof UnavailableStoreError) {
    log.error({ err: error }, "the store of files failed");
    return { reason: "no_store", code: "unavailable", sentence: "The store of files cannot be reached at the moment." };
  }
  const outage = outageOf(error);
  if (outage) {
    log.error({ err: error }, "a request met an outage");
    return { reason: outage, code: "unavailable", sentence: outageSentences[outage] };
  }
  const state = error instanceof OvertakenError ? deadlock : sqlState(error);
  if (state === statementTimeout) {
    log.error({ err: error }, "a statement took too long");
    return { reason: "too_slow", code: "unavailable", sentence: "The database took too long for this request." };
  }
  if (violatedConstraint(error)?.endsWith("_secrets_key_id_fkey")) {
    log.error({ err: error }, "a secret was sealed under a key that has been given up (ROOST_SECRETS_KEY)");
    return { reason: "keys_changed", code: "unavailable", sentence: "The key for secrets has just been changed." };
  }
  const collision = state === undefined ? undefined : (collisions[state] ?? refusedValue(state));
  if (collision !== undefined) {
    log.info({ err: error }, "the database refused what the checks had let through");
    const sentence = `The request ${collision}.`;
    return { reason: "collided", code: "invalid", sentence, messages: { base: [collision] } };
  }
  const unread = frameworkFailure(error);
  if (unread) return unread;
  log.error({ err: error }, "unexpected error");
  const sentence = `Something went wrong on our side (request ${id}).`;
  return { reason: "unexpected", code: "internal_error", sentence };
}

/** What clients read of an outage. */
const outageSentences: Readonly<Record<Outage, string>> = {
  unreachable: "The database cannot be reached at the moment.",
  no_room: "There is no room left on a disk at the moment.",
  exhausted: "There is no memory, or no connection, left at the moment.",
  read_only: "Nothing can be written at the moment.",
  damaged: "A disk cannot be read or written at the moment.",
};

function refused({ code, message, messages, scopes }: RequestError): Failure {
  return {
    reason: "refused",
    code,
    sentence: message,
    ...(messages ? { messages } : {}),
    ...(scopes ? { scopes } : {}),
  };
}

/**
 * What the database itself refuses although the checks before it passed, by SQLSTATE: mostly two writes that met. A deadlock or
 * serialisation failure that outlived its retries is such a meeting too.
 */
const collisions: Readonly<Record<string, string>> = {
  "23P01": "collides with a change that was made at the same moment",
  "40P01": "collides with a change that was made at the same moment",
  "40001": "collides with a change that was made at the same moment",
  "23505": "is there already",
  "23503": "refers to a record that does not exist",
  "22007": "has a time that is out of range",
  "22008": "has a time that is out of range",
  "22003": "has a number that is out of range",
  "22001": "has a text that is too long",
  "23502": "lacks a value that it needs",
  "23514": "has a value that is not allowed",
};

/**
 * The net below every check: a value that the database does not take is the client's, and no fault of the service. Class 22 is data (`22021`,
 * `22P05`: NUL), 23502 and 23514 are columns' own checks, 54000 a value that is too long for an index.
 */
function refusedValue(state: string): string | undefined {
  if (state === "22021" || state === "22P05") return "has a character that cannot be stored";
  const isRefused = state.startsWith("22") || ["23502", "23514", "54000"].includes(state);
  return isRefused ? "has a value that cannot be stored" : undefined;
}

/** How Node ends the stream of a request whose connection has closed. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

/** What the framework or a plugin of it refuses: an error with a status of the client's. */
function frameworkFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return undefined;
  if (status === 413) return { reason: "too_large", code: "payload_too_large", sentence: "The body is too large." };
  if (status === 415) {
    return { reason: "media_type", code: "unsupported_media_type", sentence: "The body is of an unknown media type." };
  }
  const wrongLength = "code" in error && error.code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH";
  const sentence = wrongLength ? "The body is not as long as its Content-Length says." : "The request is malformed.";
  return { reason: "malformed", code: "bad_request", sentence };
}
